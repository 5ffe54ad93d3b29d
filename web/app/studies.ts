import { fail, ok, type Result } from '../base/result';
import type { StructId } from '../layout/ids';
import type { openDocument } from './documentReducers';
import type { Notice } from './state';

type Opened = Parameters<typeof openDocument>[1];

const STUDY = {
  id: 'file-f_ref',
  title: 'Linux 6.14, reconstructed from what its patch states',
  story:
    'Whoever takes or drops a reference writes `f_ref`, and takes its line from all who read the fields beside it. Drag `f_ref` to the end: the size stays, but `f_path` then straddles two lines. The merged patch also put `f_owner` after `f_cred`: try that.',
};

/** The example of the empty page. It comes as a script chunk, without a request of the page's own. */
export async function loadStudy(): Promise<Result<Opened, Omit<Notice, 'id'>>> {
  const loading = Promise.all([
    import('../../public/studies/file-f_ref.json'),
    import('../edit/validate'),
  ]);
  const loaded = await loading.catch(() => null);
  if (!loaded)
    return failed('It could not be loaded. Reload the page, or open a file of your own.');
  const [{ default: json }, { parseDocument }] = loaded;
  const document = parseDocument(json);
  if (!document.ok) return failed(document.error);
  return ok({
    id: `${STUDY.id}/${document.value.struct.key}` as StructId,
    origin: { kind: 'study', study: STUDY.id, title: STUDY.title, story: STUDY.story },
    document: document.value,
  });
}

function failed(text: string): Result<never, Omit<Notice, 'id'>> {
  return fail({ kind: 'error', title: STUDY.title, text });
}
