import { type Download, type Locator, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HitmapPage } from './hitmapPage';

/** The patch, as a person sees it. */
export class PatchPage extends HitmapPage {
  readonly diff: Locator;
  readonly refusal: Locator;

  constructor(page: Page) {
    super(page);
    this.diff = this.inspector.getByRole('region', { name: 'Patch' });
    this.refusal = this.inspector.getByRole('note');
  }

  async show(): Promise<void> {
    await this.inspector.getByRole('tab', { name: 'Send' }).click();
  }

  /** Selects a field and runs a command on it. */
  async onField(path: string, command: string): Promise<void> {
    await this.member(path).focus();
    await this.page.keyboard.press('Space');
    await this.command(command);
  }

  /** Picks a struct from the list; what comes of it is for the caller to see. */
  async openStructRow(name: string): Promise<void> {
    await this.search(name);
    await this.list.getByRole('option', { name: new RegExp(`\\b${name}\\b`) }).click();
  }

  async download(button: string | RegExp): Promise<Buffer> {
    const waiting = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name: button }).click();
    return bytesOf(await waiting);
  }
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

/** The header after `git apply` of a patch, in a repository that holds nothing else. */
export function applied(path: string, header: string, patch: Buffer): string {
  const folder = repository(path, header);
  writeFileSync(join(folder, 'change.patch'), patch);
  execFileSync('git', ['apply', '--check', 'change.patch'], { cwd: folder });
  execFileSync('git', ['apply', 'change.patch'], { cwd: folder });
  return readFileSync(join(folder, path), 'utf8');
}

/** The subject of the commit that `git am` makes of a mail. */
export function appliedMail(path: string, header: string, mail: Buffer): string {
  const folder = repository(path, header);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('add', '.');
  git('commit', '-q', '-m', 'before');
  writeFileSync(join(folder, 'mail'), mail);
  git('am', '-q', 'mail');
  return git('log', '-1', '--format=%s').trim();
}

function repository(path: string, header: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-git-'));
  execFileSync('git', ['init', '-q'], { cwd: folder });
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), header);
  return folder;
}
