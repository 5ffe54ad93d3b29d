import type { Applied } from '../../core/edit/applied';
import type { DocumentState } from '../../core/edit/document';
import type { OrderedAggregate, OrderedMember } from '../../core/layout/order';

/** Whether two states of a document come to the same: an edit between them did nothing. */
export function isSameOutcome(a: Applied, b: Applied): boolean {
  return (
    isSameState(a.state, b.state) &&
    a.state.prefetchShare === b.state.prefetchShare &&
    isSameOrder(a.struct.root, b.struct.root)
  );
}

export function isSameState(a: DocumentState, b: DocumentState): boolean {
  return (
    a.lineBytes === b.lineBytes &&
    a.pair === b.pair &&
    a.baseBytes === b.baseBytes &&
    // Lists that no edit touched are the same objects.
    a.pins === b.pins &&
    a.together === b.together &&
    a.tags === b.tags &&
    a.notes === b.notes &&
    a.lineNotes === b.lineNotes &&
    a.rules === b.rules &&
    a.profiles === b.profiles &&
    isSameBindings(a.bindings, b.bindings)
  );
}

/** Binding again what is bound so already is no change. */
function isSameBindings(a: DocumentState['bindings'], b: DocumentState['bindings']): boolean {
  const words = (list: DocumentState['bindings']) =>
    list.map((each) => JSON.stringify([each.profile, each.target, each.offsetBytes]));
  return a === b || words(a).sort().join() === words(b).sort().join();
}

export function isSameOrder(a: OrderedAggregate, b: OrderedAggregate): boolean {
  return (
    a === b ||
    (a.forcedAlign?.bytes === b.forcedAlign?.bytes &&
      a.members.length === b.members.length &&
      a.members.every((member, place) => {
        const other = b.members[place];
        return other !== undefined && isSameMember(member, other);
      }))
  );
}

function isSameMember(a: OrderedMember, b: OrderedMember): boolean {
  return (
    a === b ||
    (a.path === b.path &&
      a.sizeBits === b.sizeBits &&
      a.align?.bytes === b.align?.bytes &&
      a.isolateBytes === b.isolateBytes &&
      (a.inner === null || b.inner === null ? a.inner === b.inner : isSameOrder(a.inner, b.inner)))
  );
}
