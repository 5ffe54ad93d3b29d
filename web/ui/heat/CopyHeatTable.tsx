import type { Heat } from '../../analysis/heat/heatOf';
import type { InView } from '../../app/document/inView';
import { everyHeatTable } from '../../output/heat/heatTable';
import { CopyButton } from '../kit/CopyButton';
import styles from './HeatTab.module.css';

/** The bound lines as a table for a commit message: of the profile that is shown, or of all one after the other. */
export function CopyHeatTable({ inView, heat }: { inView: InView; heat: Heat }) {
  const { current, all } = heat;
  if (!current || current.instances.length === 0) return null;
  const structName = inView.document.struct.name;
  const isComparison = all.filter(({ instances }) => instances.length > 0).length > 1;
  return (
    <div className={styles.actions}>
      <CopyButton
        text={everyHeatTable(structName, [current])}
        label="Copy as a table"
        shown="Copy as a table"
      />
      {isComparison && (
        <CopyButton
          label="Copy before and after"
          shown="Copy before and after"
          text={everyHeatTable(structName, all)}
        />
      )}
    </div>
  );
}
