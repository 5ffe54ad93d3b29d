import { didYouMean } from '../base/nearest';
import { fail, ok, type Result } from '../base/result';
import { extentBytes } from '../layout/extent';
import { alignedBase } from '../layout/lines';
import { withState, type Applied } from './applied';
import type { Edit } from './edit';
import { MAX_BASE_BYTES } from './limits';
import type { Binding, DocumentProfile } from './profiles';
import type { Message } from '../base/messages';
import { editMessage } from './messages';

/**
 * Ties a line or type to the struct. What was tied to the same bytes before makes room. A line tells where
 * in its line the struct begins: the displayed lines become those of the machine, unless the layout that the line was
 * measured on begins there already. One that is aligned to a line says nothing of where another layout begins.
 *
 * @param alignOf the alignment in bytes that edits give the struct as it was found
 */
export function applyBind(
  applied: Applied,
  { profile: name, target, offsetBytes, doubt }: Extract<Edit, { kind: 'bind' }>,
  alignOf: (edits: readonly Edit[]) => number,
): Result<Applied, Message> {
  const profile = applied.state.profiles.find((each) => each.name === name);
  if (profile === undefined) {
    const hint = didYouMean(
      name,
      applied.state.profiles.map((each) => each.name),
    );
    return fail(editMessage('no-profile', name, hint));
  }
  const ids = [...profile.lines.map(({ id }) => id), ...profile.types.map((type) => type.name)];
  if (!ids.includes(target)) {
    return fail(editMessage('no-line', name, target));
  }
  if (Math.abs(offsetBytes) > MAX_BASE_BYTES) {
    return fail(editMessage('bound-too-far', offsetBytes));
  }
  const tied = { profile: name, target, offsetBytes };
  const binding: Binding = doubt === undefined ? tied : { ...tied, doubt };
  const sizeBytes = extentBytes(applied.struct.desc);
  const others = applied.state.bindings.filter(
    (other) => other.profile !== name || !isSameObject(profile, other, binding, sizeBytes),
  );
  const bindings = [...others, binding];
  if (!profile.lines.some(({ id }) => id === target)) return ok(withState(applied, { bindings }));
  const first = objectAddress(profile, binding) ?? BigInt(-offsetBytes);
  const { lineBytes, wantedBaseBytes } = applied.state;
  const measured = modulo(first, lineBytes);
  const isThere = alignedBase(wantedBaseBytes, alignOf(profile.measuredOn), lineBytes) === measured;
  const base = isThere ? {} : { wantedBaseBytes: measured };
  return ok(withState(applied, { bindings, ...base, baseModulo: lineBytes }));
}

export function applyUnbind(
  applied: Applied,
  { profile, target }: Extract<Edit, { kind: 'unbind' }>,
): Result<Applied, Message> {
  const bindings = applied.state.bindings.filter(
    (each) => each.profile !== profile || each.target !== target,
  );
  return bindings.length < applied.state.bindings.length
    ? ok(withState(applied, { bindings }))
    : fail(editMessage('not-bound', profile, target));
}

/** The address of a bound object's first byte; null where its line has none. */
export function objectAddress(profile: DocumentProfile, binding: Binding): bigint | null {
  const line = profile.lines.find((each) => each.id === binding.target);
  if (line === undefined || line.address === null) return null;
  return BigInt(line.address) - BigInt(binding.offsetBytes);
}

function modulo(address: bigint, lineBytes: number): number {
  const line = BigInt(lineBytes);
  return Number(((address % line) + line) % line);
}

/** Whether two bindings speak of the same bytes, so that both cannot be right. */
function isSameObject(
  profile: DocumentProfile,
  a: Binding,
  b: Binding,
  sizeBytes: number,
): boolean {
  if (a.target === b.target) return true;
  const [first, second] = [objectAddress(profile, a), objectAddress(profile, b)];
  if (first === null || second === null) return false;
  const apart = first > second ? first - second : second - first;
  return apart < BigInt(Math.max(1, sizeBytes));
}
