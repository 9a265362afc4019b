// For what an app does with whole stored sessions, open or not: `@agent-memory/sessions`.

export { checkSessionId, checkUser } from '../ground/errors/check-session-id.ts';
export { messageFaultAt } from '../ground/errors/problem-of.ts';
export { TURNS_PER_STEP } from '../ground/platform/steps.ts';
export { refuseHeld, type TextCheck } from '../live/refuse-held.ts';
export { asForeign } from '../store/as-foreign.ts';
export { fittingOverlays } from '../store/fitting-overlays.ts';
export { IMPORTED_PART } from '../store/imported-part.ts';
export { limitedStore } from '../store/limited-store.ts';
export { gapsOf, withPlaces } from '../store/newest-part.ts';
export { OtherUserError, ownedStore } from '../store/owned-store.ts';
export { pageSession, pageSessionsOf } from '../store/page-sessions.ts';
export { checkedRedact } from '../store/redaction/redact.ts';
export { redactedChange } from '../store/redaction/redacted-change.ts';
export { withMessage } from '../store/redaction/redacted-message.ts';
export { withStrings, withTexts } from '../store/redaction/redacted-values.ts';
export { takenOut } from '../store/redaction/taken-out.ts';
export { changesThatRebuild, endOf } from '../store/restoring-changes.ts';
export { isConflict } from '../store/store-trouble.ts';
export { entryFault, storedTranscript } from '../store/stored-transcript.ts';
export type { Measurer } from '../tokens/measurer.ts';
export { providerMedia } from '../tokens/media-tokens.ts';
export type { EntryOverlay } from '../view/overlay.ts';
export { overlayReasonShape, summaryPointShape } from '../view/overlay-shape.ts';
export { overlaysFault } from '../view/overlays-fault.ts';
export { preparedMessage } from './append/prepared-message.ts';
export { NOTES_PART } from './session-notes.ts';
