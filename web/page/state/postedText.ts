import type { NamedStruct } from '../../core/review/review';
import type { StructStory } from '../../core/review/story';
import type { PostedDiff } from '../../core/facts/generated';
import type { FileId, StructId } from '../../core/layout/ids';
import type { StudyId } from './studyList';

/** A posted patch that the page was given. It is kept, as the kernel that it is for may come after it. */
export interface PostedText {
  /** Of its text: the same mail twice is one. */
  readonly key: string;
  /** What its messages are about. */
  readonly id: FileId;
  readonly name: string;
  readonly diff: PostedDiff;
  /** The structs that no loaded file has; one without a name where the patch names none. */
  readonly waitsFor: readonly NamedStruct[];
  /** What was opened from it. */
  readonly opened: readonly OpenedStory[];
  /** The study of the same change. */
  readonly study: StudyId | null;
}

/** A struct that was opened from a patch, and what the patch comes to there. */
export interface OpenedStory {
  readonly id: StructId;
  readonly story: StructStory;
  /** What the mail's layouts and reports say beside it, a sentence each. */
  readonly notes: readonly string[];
}
