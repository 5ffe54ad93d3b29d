import { Supplied } from '../share/Supplied';
import { useSettledView } from '../kit/useInView';
import { Story } from './Story';

/** What somebody tells of the layout in view: the story of a study, or what the author of a link says. */
export function Told() {
  const inView = useSettledView();
  if (!inView) return null;
  const { origin } = inView.open;
  return (
    <>
      {origin.kind === 'study' && (
        <Story key={origin.study} study={origin.study} step={origin.step} />
      )}
      <Supplied document={inView.document} />
    </>
  );
}
