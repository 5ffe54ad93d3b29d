import { Fragment, useMemo } from 'react';
import type { InView } from '../../app/document/inView';
import type { Layout } from '../../layout/layout';
import { leavesOf } from '../../layout/walk';
import type { IndexStage } from '../../facts/generated';
import { isUnanswered } from '../../app/source/unanswered';
import { Containers } from '../bind/Containers';
import { useAppState } from '../kit/context';
import { grouped, plural } from '../../base/prose';
import { Icon } from '../kit/Icon';
import { Sentence } from '../kit/Sentence';
import { structFacts } from '../kit/structFacts';
import { useSettledView } from '../kit/useInView';
import { SourceStrip } from '../source/SourceStrip';
import styles from './StructView.module.css';

/** What the struct is: name, place in the source, where the facts come from, why it may be read-only. */
export function StructTitle() {
  const inView = useSettledView();
  const several = useAppState((state) => state.files.length > 1);
  if (!inView) return null;
  const facts = structFacts(inView.document.struct);
  const { origin } = inView.open;
  const { wordsFrom } = inView.document.struct;
  return (
    <header className={styles.title}>
      <h1>
        {facts.keyword} {facts.name}
      </h1>
      <p className={styles.meta}>
        {facts.declared && <code>{facts.declared}</code>}
        <MemberCount members={facts.memberCount} layout={inView.original.layout} />
        <span>{facts.machine}</span>
        {origin.kind === 'file' && <span>{SOURCES[inView.document.struct.source]}</span>}
        {wordsFrom !== undefined && (
          <span>
            packing and alignment from <code>{wordsFrom}</code>
          </span>
        )}
        {origin.kind !== 'file' && <span>{origin.title}</span>}
        {origin.kind === 'file' && several && <span>{origin.fileName}</span>}
      </p>
      <Fragment key={inView.open.id}>
        {inView.document.struct.source === 'text' && <SourceStrip />}
        <Verdict inView={inView} />
        {origin.kind === 'file' && <Containers file={origin.file} inView={inView} />}
      </Fragment>
    </header>
  );
}

/** Where most fields lie inside anonymous structs (`mm_struct` has two members), both are said. */
function MemberCount({ members, layout }: { members: number; layout: Layout }) {
  const fields = useMemo(() => {
    return Array.from(leavesOf(layout)).length;
  }, [layout]);
  const text = plural(members, 'member');
  return <span>{fields < 2 * members ? text : `${text}, ${plural(fields, 'field')} in all`}</span>;
}

const SOURCES: Readonly<Record<IndexStage, string>> = {
  btf: 'from BTF',
  dwarf: 'from DWARF',
  summaries: 'from debug information',
  text: 'from text',
};

function Verdict({ inView }: { inView: InView }) {
  const unanswered = useAppState((state) => isUnanswered(state, inView.open));
  const { verdict } = inView.original.applied.struct;
  const { diagnostics } = inView.document.struct;
  return (
    <>
      {inView.readOnly !== null && !unanswered && (
        <p className={styles.readOnly} role="note">
          <Icon name="lock" size={14} />
          <span>
            <b>Read-only.</b> <Sentence text={inView.readOnly} />
          </span>
        </p>
      )}
      {verdict.kind === 'agreesByInference' && (
        <details className={styles.inferred}>
          <summary>{grouped(verdict.inferred.length)} inferred</summary>
          <p>Alignments and packings that the file does not state, but its offsets imply:</p>
          <ul>
            {verdict.inferred.slice(0, 50).map((sentence) => (
              <li key={sentence}>
                <Sentence text={sentence} />
              </li>
            ))}
            {verdict.inferred.length > 50 && (
              <li>and {grouped(verdict.inferred.length - 50)} more.</li>
            )}
          </ul>
        </details>
      )}
      {diagnostics.length > 0 && (
        <details className={styles.inferred}>
          <summary>{plural(diagnostics.length, 'thing')} to know about it</summary>
          <ul>
            {diagnostics.map((diagnostic) => (
              <li key={`${diagnostic.place} ${diagnostic.message}`}>
                <Sentence text={diagnostic.message} />{' '}
                {diagnostic.place && <code>{diagnostic.place}</code>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
