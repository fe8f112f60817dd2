import type { RollCoverage } from '@dooryard/contract/rolls'
import { Notice } from '../../ui/display/panel.tsx'
import { incompleteWords } from './words.ts'

/** Says which rolls stand half in the store, what that costs everybody, and what helps. */
export const IncompleteNotice = ({ rolls }: { rolls: RollCoverage['incomplete'] }) =>
  rolls.length > 0 && <Notice tone="warn">{incompleteWords(rolls.map(({ name }) => name))}</Notice>
