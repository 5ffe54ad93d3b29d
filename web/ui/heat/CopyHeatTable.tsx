import type { Heat } from '../../app/heat/heatInView';
import type { InView } from '../../app/document/inView';
import { heatComparisonText, heatTableText } from '../../output/heatTable';
import { CopyButton } from '../kit/CopyButton';
import styles from './HeatTab.module.css';

/** The bound lines as a table for a commit message: of the profile that is shown, or of all one after the other. */
export function CopyHeatTable({ inView, heat }: { inView: InView; heat: Heat }) {
  const { current, all } = heat;
  if (!current || current.instances.length === 0) return null;
  const options = {
    structName: inView.document.struct.name,
    line: null,
    leastPercent: 0.5,
  };
  const withLines = all.filter(({ instances }) => instances.length > 0);
  return (
    <div className={styles.actions}>
      <CopyButton
        text={heatTableText(current, options)}
        label="Copy as a table"
        shown="Copy as a table"
      />
      {withLines.length > 1 && (
        <CopyButton
          label="Copy before and after"
          shown="Copy before and after"
          text={heatComparisonText(
            withLines.map((attribution) => ({
              heading:
                attribution.profile.takenOn.length === 0
                  ? `Before (${attribution.profile.name})`
                  : `After (${attribution.profile.name})`,
              attribution,
            })),
            options,
          )}
        />
      )}
    </div>
  );
}
