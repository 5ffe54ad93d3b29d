import * as Comlink from 'comlink';
import { answerText } from './textAnswer';
import type { TextApi, TextAsks } from '../state/textAsks';

const api: TextApi = {
  answer(question) {
    const answer = answerText(question);
    return Comlink.transfer(answer, columnsIn(answer));
  },
};

/** What is handed over and not copied: bytes, and the columns of symbols. */
function columnsIn(answer: TextAsks[keyof TextAsks]['answer']): Transferable[] {
  if ('bytes' in answer) return [answer.bytes.buffer];
  if (!answer.ok || 'document' in answer.value) return [];
  return Object.values(answer.value).flatMap((column) =>
    typeof column === 'string' ? [] : [(column as Uint8Array).buffer],
  );
}

Comlink.expose(api);
