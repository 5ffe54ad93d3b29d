import { sentence } from '../../base/messages';
import { visibleName } from '../../base/visible';
import type { CheckResult } from './checkJson';

/** Rules that do not hold as commands of GitHub's runner: each is shown at the line that declares the struct. */
export function githubAnnotations(results: readonly CheckResult[]): string {
  return failed(results)
    .map(({ declared, text }) => {
      const at = declared === null ? '' : `file=${property(declared.path)},line=${declared.line},`;
      return `::error ${at}title=Hitmap::${escaped(text)}\n`;
    })
    .join('');
}

/** The same as SARIF 2.1.0, which code scanning of GitHub and GitLab reads. */
export function sarif(results: readonly CheckResult[]): unknown {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Hitmap', rules: [{ id: RULE_ID }] } },
        results: failed(results).map(({ declared, text }) => ({
          ruleId: RULE_ID,
          level: 'error',
          message: { text },
          locations:
            declared === null
              ? []
              : [
                  {
                    physicalLocation: {
                      artifactLocation: { uri: encodeURI(declared.path) },
                      region: { startLine: declared.line },
                    },
                  },
                ],
        })),
      },
    ],
  };
}

const RULE_ID = 'layout';

function failed(results: readonly CheckResult[]) {
  return results
    .filter(({ verdict }) => verdict !== 'holds')
    .map(({ rule, why, declared }) => ({
      declared,
      text: visibleName(why === null ? rule : `${rule}: ${sentence(why)}`),
    }));
}

/** As the runner reads what follows `::`: https://github.com/actions/toolkit, core/src/command.ts. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return escaped(visibleName(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
