import { useDeferredValue, useMemo } from 'react';
import { grouped, plural } from '../../core/base/prose';
import { CommandButton } from '../kit/CommandButton';
import { useApp, useAppState } from '../kit/context';
import controls from '../kit/controls.module.css';
import { CopyButton } from '../kit/CopyButton';
import heatFill from '../kit/heatFill.module.css';
import { Icon } from '../kit/Icon';
import { recordC2c } from '../kit/recipes';
import type { Catalog } from '../state/catalog';
import { catalogOf } from '../state/listSelectors';
import { heatColumn, heatMarks, type HeatColumn } from './heatMarks';
import { typesElsewhere } from './typesElsewhere';
import { structMap, waysIn, type MapTile } from './waysIn';
import styles from './FirstLook.module.css';

/** A file is listed, but nothing is opened from it yet: what it says itself of where to look. */
export function FirstLook() {
  const app = useApp();
  const files = useAppState((state) => state.files);
  // The list is painted first.
  const catalog = useDeferredValue(
    useAppState((state) => catalogOf(state.files)),
    null,
  );
  const marks = useAppState(heatMarks);
  const elsewhere = typesElsewhere(files);
  if (elsewhere.length > 0 && catalogOf(files).rowCount === 0) {
    return <Elsewhere sentences={elsewhere} />;
  }
  const heat = catalog && heatColumn(catalog, marks);
  const hasReport = files.some(({ phase }) => phase.kind === 'profile');
  return (
    <div className={styles.look}>
      <h1>Where to look first</h1>
      {catalog && (
        <>
          <ul className={styles.ways} aria-label="Where to look first">
            {waysIn(catalog, heat).map(({ row, says }) => (
              <li key={row}>
                <button type="button" onClick={() => void app.openRow(catalog, row)}>
                  <code>{catalog.names[row]}</code> {says}
                </button>
              </li>
            ))}
          </ul>
          <StructMap catalog={catalog} heat={heat} />
        </>
      )}
      {!hasReport && (
        <>
          <p>
            Which of them are contended, <code>perf c2c</code> says:
          </p>
          <div className={styles.command}>
            <code>{recordC2c}</code>
            <CopyButton text={recordC2c} label="Copy the commands of perf c2c" />
          </div>
        </>
      )}
    </div>
  );
}

/** Of the scene of the map, which grows with its place. */
const MAP = { widthPx: 720, heightPx: 240 };

/** The largest structs by bytes, and of each how much is lost to holes. The list has the same for the keyboard. */
function StructMap({ catalog, heat }: { catalog: Catalog; heat: HeatColumn | null }) {
  const app = useApp();
  const tiles = useMemo(() => structMap(catalog, heat, MAP), [catalog, heat]);
  if (tiles.length < 2) return null;
  return (
    <figure className={styles.map}>
      <svg viewBox={`0 0 ${MAP.widthPx} ${MAP.heightPx}`} aria-hidden="true">
        {tiles.map((tile) => (
          <Tile
            key={tile.row}
            tile={tile}
            name={catalog.names[tile.row] ?? ''}
            onOpen={() => void app.openRow(catalog, tile.row)}
          />
        ))}
      </svg>
      <figcaption>
        {tiles.length < catalog.ownCount && `The ${grouped(tiles.length)} largest, `}by bytes; in
        blue what each loses to holes.
      </figcaption>
    </figure>
  );
}

function Tile({ tile, name, onOpen }: { tile: MapTile; name: string; onOpen: () => void }) {
  const { xPx, yPx, widthPx, heightPx, label, sizeBytes, lostBytes, heatStep } = tile;
  const lostPx = (heightPx * lostBytes) / sizeBytes;
  return (
    <g className={styles.tile} onClick={onOpen}>
      <title>
        {`${name}: ${plural(sizeBytes, 'byte')}${lostBytes > 0 ? `, ${grouped(lostBytes)} in holes` : ''}`}
      </title>
      <rect
        className={heatStep === null ? undefined : heatFill[`heat-${heatStep}`]}
        x={xPx}
        y={yPx}
        width={widthPx}
        height={heightPx}
        rx={2}
      />
      {lostPx > 0 && (
        <rect
          className={styles.lost}
          x={xPx}
          y={yPx + heightPx - lostPx}
          width={widthPx}
          height={lostPx}
          rx={Math.min(2, lostPx / 2)}
        />
      )}
      {label !== null && (
        <text
          x={xPx + 4}
          y={yPx + 12}
          style={heatStep === null ? undefined : { fill: `var(--heat-${heatStep}-ink)` }}
        >
          {label}
        </text>
      )}
    </g>
  );
}

/** A program says only where its types are. */
function Elsewhere({ sentences }: { sentences: readonly string[] }) {
  return (
    <div className={styles.look}>
      <h1>The types are in other files</h1>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <CommandButton command="file.open" className={controls.primary}>
        <Icon name="open" />
        Open files…
      </CommandButton>
    </div>
  );
}
