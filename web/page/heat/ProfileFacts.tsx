import { changeHeat, setHeatView, setMeasuredOn, setProfileFacts } from './profileReducers';
import type { Heat } from '../../core/heat/heatOf';
import type { InView } from '../struct/inView';
import { useApp } from '../kit/context';
import controls from '../kit/controls.module.css';
import { plural } from '../../core/base/prose';
import { profileFacts } from './profileFacts';
import { ProfileAbout } from './ProfileAbout';
import styles from './HeatTab.module.css';

/** The profiles of the struct: which is shown, on which layout it was measured, how many operations it saw. */
export function ProfileFacts({ inView, heat }: { inView: InView; heat: Heat }) {
  const app = useApp();
  return (
    <section className={styles.section} aria-label="Profiles">
      <h2>{plural(heat.all.length, 'profile')}</h2>
      {profileFacts(inView, heat).map((profile) => {
        return (
          <div key={profile.name} className={styles.profile}>
            <div className={styles.choose}>
              <input
                type="radio"
                name="profile"
                aria-label={profile.name}
                checked={profile.isShown}
                onChange={() =>
                  app.update((state) => setHeatView(state, { profile: profile.name }))
                }
              />
              <span>
                <b>{profile.name}</b>
                <small>{profile.said}</small>
              </span>
            </div>
            <ProfileAbout about={profile.about} />
            {profile.targets.length > 0 && (
              <p className={styles.bound}>
                {profile.targets.map((target) => (
                  <button
                    key={target}
                    type="button"
                    className={controls.link}
                    onClick={() =>
                      app.update((state) =>
                        changeHeat(setHeatView(state, { profile: profile.name }), {
                          sliding: { profile: profile.name, target },
                        }),
                      )
                    }
                  >
                    {target}
                  </button>
                ))}
              </p>
            )}
            <label className={styles.fact}>
              Measured on
              <select
                className={controls.field}
                value={profile.measuredOn}
                onChange={(event) =>
                  app.update((state) =>
                    setMeasuredOn(
                      state,
                      profile.name,
                      event.target.value === 'edited' ? 'edited' : 'original',
                    ),
                  )
                }
              >
                <option value="original">the original layout</option>
                <option value="edited" disabled={!profile.canBeEdited}>
                  {profile.editedName}
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
