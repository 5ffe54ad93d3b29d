import type { DropPlace } from '../../core/edit/dropPlaces';
import type { MemberPath } from '../../core/layout/ids';
import { linesOf } from '../../core/layout/lines';
import type { GridScene } from '../../core/scene/scene';

/** Sentences for the live region. */
export function pickUpWords(paths: readonly MemberPath[], places: readonly DropPlace[]): string {
  const holes = places.filter((place) => place.movesNothingElse).length;
  const fit = holes === 0 ? '' : `, ${holes} of them without moving anything else`;
  return `Holding ${paths.join(', ')}. ${places.length} places${fit}. Escape lets go.`;
}

export function landingWords(place: DropPlace, scene: GridScene): string {
  const offsetBits = place.offsetsBits[0] ?? 0;
  const { first } = linesOf(offsetBits, null, scene);
  const where = place.before === null ? 'At the end' : `Before ${place.before}`;
  const at = `offset ${Math.floor(offsetBits / 8)}, line ${first}`;
  if (place.isCurrent) return `Where it was, ${at}.`;
  const price = place.movesNothingElse ? ', moves nothing else' : '';
  return `${where}, ${at}, size ${place.sizeBits / 8}${price}.`;
}
