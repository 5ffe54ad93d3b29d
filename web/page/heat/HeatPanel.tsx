import type { Attribution } from '../../core/heat/attribute';
import { documentInView, heatInView, type InView } from '../state/inView';
import { slideOf } from './slide';
import { useAppState, useApp } from '../kit/context';
import { useSelection } from '../kit/useSelection';
import { useInView } from '../kit/useInView';
import { SlideBar } from './SlideBar';
import styles from './HeatTab.module.css';
import type { Heat } from '../../core/heat/heatOf';
import { hotFieldsTable, type HotCell } from './hotFields';
import controls from '../kit/controls.module.css';
import { CommandButton } from '../kit/CommandButton';
import { CopyButton } from '../kit/CopyButton';
import { Fragment, useState } from 'react';
import type { FieldHeat } from '../../core/heat/fieldHeat';
import { fieldAccess, type AccessorRow } from './fieldAccess';
import {
  showProfile,
  changeHeat,
  setHeatView,
  setMeasuredOn,
  setProfileFacts,
} from '../state/profileReducers';
import type { LoadedFile } from '../state/state';
import type { AccessProfile } from '../../core/facts/generated';
import { bindToOpen } from '../bind/bindLine';
import { lineInWords } from './lineCells';
import { linesToBind } from './reportModel';
import { recordC2c } from '../kit/recipes';
import { plural } from '../../core/base/prose';
import { profileFacts } from './profileFacts';
import { ProfileAbout } from './ProfileAbout';

/**
 * Who touches the focused field. Where somebody asks for the heat, also every hot field, which the grid and the line below
 * it show, and how the lines of the profile lie on the struct.
 */
export function HeatPanel() {
  const inView = useInView();
  const selected = useSelection()[0] ?? null;
  const isAsked = useAppState((state) => state.inspector === 'heat');
  const [isWhole, setWhole] = useState(isAsked);
  if (isAsked && !isWhole) setWhole(true);
  if (!inView) return null;
  const heat = heatInView(inView);
  if (!heat.current) return <NothingBound />;
  const field = selected === null ? null : (heat.current.heat.byPath.get(selected) ?? null);
  return (
    <>
      {field && <FieldAccessors field={field} heat={heat} />}
      {isWhole && !field && selected !== null && (
        <p className={styles.quiet}>
          No sample of {heat.current.profile.name} falls on <code>{selected}</code>.
          {!heat.current.accesses &&
            ' That says nothing of loads that hit in the first-level cache.'}
        </p>
      )}
      {isWhole ? (
        <>
          <HotFields inView={inView} heat={heat} />
          <Slide inView={inView} current={heat.current} />
          <ProfileFacts inView={inView} heat={heat} />
        </>
      ) : (
        <div className={styles.section}>
          <CommandButton command="view.heat" className={controls.smallButton} ownName>
            Heat by field and by line
          </CommandButton>
        </div>
      )}
    </>
  );
}

function Slide({ inView, current }: { inView: InView; current: Attribution }) {
  const sliding = useAppState((state) => state.heat.sliding);
  const slide = slideOf(inView, current, sliding);
  return slide && <SlideBar key={slide.binding.target} inView={inView} slide={slide} />;
}

/** Every hot field of the struct, hottest first; with several profiles, each in a column of its own. */
function HotFields({ inView, heat }: { inView: InView; heat: Heat }) {
  const app = useApp();
  const structName = inView.document.struct.name;
  const table = hotFieldsTable(structName, heat);
  if (!table) return null;
  const { isByProfile, heads, rows, note, copies } = table;
  return (
    <section className={styles.section} aria-label="Hot fields">
      <h2>Hot fields</h2>
      <div className={styles.scroll}>
        <table className={styles.fields} data-several={isByProfile || undefined}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {heads.map((head) => (
                <th key={head} scope="col" title={isByProfile ? head : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ path, cells }) => (
              <tr key={path}>
                <th scope="row">
                  <button
                    type="button"
                    className={controls.link}
                    onClick={() => app.showFields([path])}
                  >
                    {path}
                  </button>
                </th>
                {cells.map(({ text, emphasis }, column) => (
                  <td key={heads[column]} className={EMPHASES[emphasis]}>
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note !== null && <p className={styles.note}>{note}</p>}
      {copies.length > 0 && (
        <div className={styles.actions}>
          {copies.map(({ label, text }) => (
            <CopyButton key={label} text={text} label={label} shown={label} />
          ))}
        </div>
      )}
    </section>
  );
}

const EMPHASES: Readonly<Record<HotCell['emphasis'], string | undefined>> = {
  none: undefined,
  stores: styles.stores,
  zero: styles.zero,
};

/** Who loads a field and who stores it: functions with their counts, source lines, CPUs and nodes. */
function FieldAccessors({ field, heat }: { field: FieldHeat; heat: Heat }) {
  const { current, all } = heat;
  if (!current) return null;
  const { facts, accessors, more, elsewhere } = fieldAccess(field, current, all);
  return (
    <section className={styles.section} aria-label="Heat of the field">
      <p className={styles.name}>{field.path}</p>
      <dl className={styles.facts}>
        {facts.map(({ name, value, aside, isStored }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className={isStored ? styles.stores : undefined}>
              {value}
              {aside !== null && (
                <>
                  {' '}
                  <small>{aside}</small>
                </>
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
      {field.oneOf.length > 0 && (
        <p className={styles.note}>
          Offsets cannot tell {field.oneOf.join(', ')} apart: they share these bytes.
        </p>
      )}
      {accessors.length > 0 && (
        <ol className={styles.accessors} aria-label="Functions">
          {accessors.map((accessor, place) => (
            <AccessorItem key={place} accessor={accessor} />
          ))}
        </ol>
      )}
      {more !== null && <p className={styles.note}>{more}</p>}
      {elsewhere.length > 0 && (
        <dl className={styles.elsewhere} aria-label="In other profiles">
          {elsewhere.map(({ profile, sentence }) => (
            <div key={profile}>
              <dt>{profile}</dt>
              <dd>{sentence}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function AccessorItem({ accessor }: { accessor: AccessorRow }) {
  const { name, mayBeCut, symbol, isStoring, amounts, places } = accessor;
  return (
    <li>
      <p>
        <code title={symbol ?? undefined}>{name}</code>
        {mayBeCut && '…'}
        {isStoring && <span className={styles.badge}>stores</span>}
      </p>
      <p className={styles.amounts}>
        {amounts.map((amount) => (
          <span key={amount}>{amount}</span>
        ))}
      </p>
      {places.length > 0 && <p className={styles.places}>{places.join(' · ')}</p>}
    </li>
  );
}

/** No heat yet: how to get a report, or the hottest lines of those that are open. */
function NothingBound() {
  const app = useApp();
  const files = useAppState((state) => state.files);
  const reports = files.flatMap((file) =>
    file.phase.kind === 'profile' ? [{ file, profile: file.phase.profile }] : [],
  );
  if (reports.length === 0) {
    return (
      <section className={styles.section} aria-label="How to get heat">
        <h2>No heat yet</h2>
        <p className={styles.note}>
          Drop or paste a report of perf from the affected machine, and bind a line of it to this
          struct:
        </p>
        <p className={styles.command}>
          <code>{recordC2c}</code>
          <CopyButton text={recordC2c} label="Copy" />
        </p>
        <p className={styles.note}>
          perf script, perf mem report, perf.data, and type profiles (perf report -s type,typeoff)
          do too. Without a report, tag fields by hand: right-click one in the grid.
        </p>
      </section>
    );
  }
  return (
    <>
      {reports.map(({ file, profile }) => (
        <section key={file.id} className={styles.section} aria-label={file.name}>
          <h2>{file.name}</h2>
          <p className={styles.note}>Nothing of it is bound to this struct. Its hottest lines:</p>
          <HottestLines file={file} profile={profile} />
          <button
            type="button"
            className={controls.smallButton}
            onClick={() => app.update((state) => showProfile(state, file.id))}
          >
            Open the report
          </button>
        </section>
      ))}
    </>
  );
}

/** The line that was looked at last, then the hottest. */
function HottestLines({ file, profile }: { file: LoadedFile; profile: AccessProfile }) {
  const app = useApp();
  const looked = useAppState((state) => state.heat.line);
  return (
    <ul className={styles.lines}>
      {linesToBind(file, profile, looked).map((row) => (
        <li key={row.line.id}>
          <span>
            <code>{row.line.id}</code>
            <small>{lineInWords(row)}</small>
          </span>
          <button
            type="button"
            className={controls.smallButton}
            aria-label={`Bind ${row.line.id}`}
            onClick={() => {
              const inView = documentInView(app.store.getState());
              if (!inView) return;
              void bindToOpen(app, file.id, { line: row.line, profile }, inView.open.id);
            }}
          >
            Bind
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The profiles of the struct: which is shown, on which layout it was measured, how many operations it saw. */
function ProfileFacts({ inView, heat }: { inView: InView; heat: Heat }) {
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
                <small>{profile.sentence}</small>
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
