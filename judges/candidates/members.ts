import { leafFinder } from '../../web/core/bind/leaves';
import { statedStruct } from '../../web/core/bind/rank';
import type { LineCandidates } from '../../web/cli/bind/candidates';
import type { OpenFile } from '../../web/cli/open/openFile';
import type { WrittenLine } from './lines';

/** How the members of a line of another build were answered. */
export interface JudgedMembers {
  /** They lie at other distances in the file that was asked. */
  readonly isMoved: boolean;
  readonly isRight: boolean;
  readonly isWrong: boolean;
  readonly answer: string;
}

/** Whether the members of a line lie at other distances in the file that is asked. */
export function isMovedLine(
  { truth, touches }: WrittenLine,
  own: OpenFile,
  asked: OpenFile,
): boolean {
  const ownMember = memberFinder(own, truth.struct);
  const askedMember = memberFinder(asked, truth.struct);
  if (ownMember === null || askedMember === null) return false;
  const bytes = touches.flatMap(({ object, offsetBytes }) => (object === 0 ? offsetBytes : []));
  const inLine = bytes.filter(
    (byte) => byte >= truth.offsetBytes && byte < truth.offsetBytes + LINE_BYTES,
  );
  const moves = inLine.flatMap((byte) => {
    const before = ownMember.at(byte);
    const after = before === null ? null : askedMember.start(before.name);
    return before === null || after === null ? [] : after - before.start;
  });
  return new Set(moves).size > 1;
}

/** Holds the members that are named against those that the line was made of. */
export function judgedMembers(
  written: WrittenLine,
  own: OpenFile,
  asked: OpenFile,
  { search: { otherLayout } }: LineCandidates,
): JudgedMembers {
  const { truth } = written;
  const isMoved = isMovedLine(written, own, asked);
  if (otherLayout === null) return { isMoved, isRight: false, isWrong: false, answer: 'nothing' };
  const ownMember = memberFinder(own, truth.struct);
  const isWrong = otherLayout.members.some(
    ({ member, reportBytes }) =>
      otherLayout.struct !== truth.struct ||
      ownMember?.at(truth.offsetBytes + reportBytes)?.name !== member,
  );
  const answer = `${otherLayout.struct} ${otherLayout.members.map(({ member }) => member).join(', ')}`;
  return { isMoved, isRight: !isWrong, isWrong, answer: isWrong ? `WRONG ${answer}` : answer };
}

const LINE_BYTES = 64;

export function membersText(all: readonly JudgedMembers[]): string {
  const moved = all.filter(({ isMoved }) => isMoved);
  const count = (of: readonly JudgedMembers[], test: (each: JudgedMembers) => boolean) =>
    of.filter(test).length;
  return `members of another build: ${moved.length} lines whose members moved, ${count(moved, ({ isRight }) => isRight)} named right; of all ${all.length}: ${count(all, ({ isWrong }) => isWrong)} named wrong`;
}

function memberFinder(file: OpenFile, struct: string) {
  const row = file.names.indexOf(struct);
  const found = row < 0 ? null : file.session.ask({ kind: 'describe', row });
  if (found?.ok !== true) return null;
  const known = statedStruct(found.value);
  const leaves = leafFinder(known);
  const sizeBytes = found.value.types[found.value.root]?.sizeBytes ?? 0;
  const starts = new Map<string, number>();
  for (let byte = 0; byte < sizeBytes; byte += 1) {
    const name = leaves(byte)[0]?.path.split('.')[0];
    if (name !== undefined && !starts.has(name)) starts.set(name, byte);
  }
  return {
    at(byte: number) {
      const name = leaves(byte)[0]?.path.split('.')[0];
      return name === undefined ? null : { name, start: starts.get(name) ?? byte };
    },
    start: (name: string) => starts.get(name) ?? null,
  };
}
