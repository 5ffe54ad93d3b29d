import { expect, test } from 'vitest';
import { facts, index } from '../state/testing/files';
import { buildNotes } from './buildNotes';
import { structFromC } from '../../core/layout/testing/c';
import { noteOf } from './randomized';
import { textKindOf } from '../state/textKinds';

const kernel = { ...facts, kernelRelease: '6.12.0' };

test('a build whose offsets are not production’s is known by its types', () => {
  const words = (rows: string) =>
    buildNotes(index(rows), kernel).map(({ text }) => text.replace(/:.*/, ''));
  expect(words('struct task_struct 9000\nstruct lockdep_map 48')).toEqual([
    'This kernel was built with lockdep',
  ]);
  // Without lockdep the struct is there and empty.
  expect(words('struct task_struct 9000\nstruct lockdep_map 0')).toEqual([]);
  expect(words('struct rwbase_rt 40\nstruct kasan_cache 8')).toEqual([
    'This kernel was built with KASAN',
    'This kernel was built with PREEMPT_RT',
  ]);
});

test('a program may have such a type of its own', () => {
  expect(buildNotes(index('struct lockdep_map 48'), facts)).toEqual([]);
});

test('symbols are recognised by their form', () => {
  const lines = (line: string) => `${line}\n`.repeat(6);
  expect(textKindOf(lines('ffffffff81000000 T _text'))).toBe('symbols');
  expect(textKindOf(lines('0000000000004010 0000000000000008 B counter'))).toBe('symbols');
  expect(textKindOf(lines('0000000000000000 A fixed_percpu_data'))).toBe('symbols');
  expect(textKindOf(lines('struct file {'))).not.toBe('symbols');
});

test('shuffled structs are known by their first members', () => {
  const plain = [
    'struct path { void *mnt; void *dentry; };',
    'struct file_operations { void *owner; void *llseek; };',
    'struct inode_operations { void *lookup; void *link; };',
  ].map((source) => structFromC(source));
  const shuffled = [
    'struct path { void *dentry; void *mnt; };',
    'struct file_operations { void *llseek; void *owner; };',
    'struct inode_operations { void *lookup; void *link; };',
  ].map((source) => structFromC(source));
  expect(noteOf(plain)).toEqual([]);
  expect(noteOf(shuffled)[0]?.text).toContain('CONFIG_RANDSTRUCT');
});
