import { hitmapJson } from './inputs';

interface Member {
  readonly name: string | null;
  readonly type: string;
  readonly members: readonly Member[] | null;
}

/** A struct of a file as a person would have written it: its members, one a line, with tabs. */
export function declarationOf(file: string, struct: string): string {
  const { members } = hitmapJson<{ members: readonly Member[] }>('show', file, struct);
  return `struct ${struct} {\n${members.map((member) => lineOf(member, '\t')).join('')}};\n`;
}

function lineOf({ name, type, members }: Member, indent: string): string {
  if (members !== null) {
    const inside = members.map((member) => lineOf(member, `${indent}\t`)).join('');
    return `${indent}${type} {\n${inside}${indent}};\n`;
  }
  const [, element = type, dimensions = ''] = /^(.*?)((?:\[\d*\])*)$/.exec(type) ?? [];
  return `${indent}${element} ${name ?? ''}${dimensions};\n`;
}
