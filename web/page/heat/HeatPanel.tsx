import type { Attribution } from '../../core/heat/attribute';
import { heatInView } from './heatInView';
import type { InView } from '../struct/inView';
import { slideOf } from './slide';
import { useAppState } from '../kit/context';
import { useSelection } from '../kit/useSelection';
import { useInView } from '../kit/useInView';
import { BindingDoubts } from './BindingDoubts';
import { FieldAccessors } from './FieldAccessors';
import { HotFields } from './HotFields';
import { NothingBound } from './NothingBound';
import { ProfileFacts } from './ProfileFacts';
import { SlideBar } from './SlideBar';
import styles from './HeatTab.module.css';

/** Who touches the focused field, every hot field, and how the lines of the profile lie on the struct. */
export function HeatPanel() {
  const inView = useInView();
  const selected = useSelection()[0] ?? null;
  if (!inView) return null;
  const heat = heatInView(inView);
  if (!heat.current) return <NothingBound />;
  const field = selected === null ? null : (heat.current.heat.byPath.get(selected) ?? null);
  return (
    <>
      <BindingDoubts />
      {field && <FieldAccessors field={field} heat={heat} />}
      {!field && selected !== null && (
        <p className={styles.quiet}>
          No sample of {heat.current.profile.name} falls on <code>{selected}</code>.
          {!heat.current.accesses &&
            ' That says nothing of loads that hit in the first-level cache.'}
        </p>
      )}
      <HotFields inView={inView} heat={heat} />
      <Slide inView={inView} current={heat.current} />
      <ProfileFacts inView={inView} heat={heat} />
    </>
  );
}

function Slide({ inView, current }: { inView: InView; current: Attribution }) {
  const sliding = useAppState((state) => state.heat.sliding);
  const slide = slideOf(inView, current, sliding);
  return slide && <SlideBar key={slide.binding.target} inView={inView} slide={slide} />;
}
