import { setHeatView, setProfileFacts } from '../../app/heat/profileReducers';
import { layoutEdits } from '../../edit/layoutEdits';
import { changeHeat } from '../../app/heat/profileReducers';
import type { Heat } from '../../analysis/heat/heatOf';
import type { InView } from '../../app/document/inView';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { plural } from '../../base/prose';
import { instancesText } from '../../view/heat/heatWords';
import { ProfileAbout } from './ProfileAbout';
import styles from './HeatTab.module.css';

/** The profiles of the struct: which is shown, on which layout it was measured, how many operations it saw. */
export function ProfileFacts({ inView, heat }: { inView: InView; heat: Heat }) {
  const app = useApp();
  const edits = layoutEdits(inView.document);
  return (
    <section className={styles.section} aria-label="Profiles">
      <h2>{plural(heat.all.length, 'profile')}</h2>
      {heat.all.map((attribution) => {
        const { profile } = attribution;
        const bindings = inView.shown.applied.state.bindings.filter(
          (each) =>
            each.profile === profile.name && profile.lines.some(({ id }) => id === each.target),
        );
        return (
          <div key={profile.name} className={styles.profile}>
            <div className={styles.choose}>
              <input
                type="radio"
                name="profile"
                aria-label={profile.name}
                checked={attribution === heat.current}
                onChange={() =>
                  app.update((state) => setHeatView(state, { profile: profile.name }))
                }
              />
              <span>
                <b>{profile.name}</b>
                <small>
                  {instancesText(attribution)}
                  {profile.kernelRelease !== null && ` · Linux ${profile.kernelRelease}`}
                </small>
              </span>
            </div>
            <ProfileAbout about={profile.about} />
            {bindings.length > 1 && (
              <p className={styles.bound}>
                {bindings.map((binding) => (
                  <button
                    key={binding.target}
                    type="button"
                    className={controls.link}
                    onClick={() =>
                      app.update((state) =>
                        changeHeat(setHeatView(state, { profile: profile.name }), {
                          sliding: { profile: profile.name, target: binding.target },
                        }),
                      )
                    }
                  >
                    {binding.target}
                  </button>
                ))}
              </p>
            )}
            <label className={styles.fact}>
              Measured on
              <select
                className={controls.field}
                value={profile.measuredOn.length === 0 ? 'original' : 'edited'}
                onChange={(event) =>
                  app.update((state) =>
                    setProfileFacts(state, profile.name, {
                      measuredOn: event.target.value === 'edited' ? edits : [],
                    }),
                  )
                }
              >
                <option value="original">the original layout</option>
                <option value="edited" disabled={edits.length + profile.measuredOn.length === 0}>
                  the edited layout
                  {profile.measuredOn.length > 0 &&
                    ` (${plural(profile.measuredOn.length, 'change')})`}
                </option>
              </select>
            </label>
            <label className={styles.fact}>
              Operations
              <input
                type="number"
                min={1}
                className={controls.field}
                placeholder="not given"
                defaultValue={profile.operations ?? ''}
                onBlur={(event) => {
                  const value = event.target.valueAsNumber;
                  const operations = Number.isFinite(value) && value > 0 ? value : null;
                  if (operations === profile.operations) return;
                  app.update((state) => setProfileFacts(state, profile.name, { operations }));
                }}
              />
            </label>
          </div>
        );
      })}
    </section>
  );
}
