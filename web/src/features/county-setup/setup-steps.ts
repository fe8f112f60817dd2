import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import { type SetupStep, setupSteps } from './step-names.ts'

export const stepLabels: Record<SetupStep, string> = {
  file: 'File',
  tables: 'Tables',
  columns: 'Columns',
  uses: 'Uses',
  check: 'Check',
  import: 'Import',
}

type SetupState = Pick<
  CountySetup,
  'status' | 'countyFips' | 'files' | 'tables' | 'proposal' | 'documentVersion' | 'check'
>

const listUsedTables = ({ tables }: Pick<SetupState, 'tables'>) => tables.filter(({ isUsed }) => isUsed)

/** The steps of a setup: the one of the tables only where several of them are used. */
export const listSteps = (setup: SetupState | undefined): SetupStep[] =>
  setupSteps.filter((step) => step !== 'tables' || (setup !== undefined && listUsedTables(setup).length > 1))

/** Says what is missing before the step after this one can open. */
export function getStepProblem(setup: SetupState | undefined, step: SetupStep): string | undefined {
  if (setup?.status === 'IMPORTED') return undefined
  if (!setup || setup.files.length === 0) return 'Add a file to continue'
  const isBusy = setup.files.some(({ status }) => status !== 'READY' && status !== 'FAILED')
  if (isBusy || setup.tables.some(({ isReading }) => isReading)) return 'The file is being read'
  if (listUsedTables(setup).length === 0) {
    const isEmpty = setup.tables.length > 0 && setup.tables.every(({ rowCount }) => rowCount === 0)
    return isEmpty ? 'The file has a header and no rows. Add another file' : 'Use at least one table'
  }
  if (setup.proposal.status === 'RUNNING') return 'The columns are being matched'
  if (setup.documentVersion === 0) return getRefusal(setup)
  if (step === 'check' && setup.check?.status !== 'DONE') return 'Check the file to continue'
  return undefined
}

/** Tables that are a county dataset still need their county where no column names it. */
function getRefusal({ proposal, countyFips }: SetupState) {
  if (proposal.refusal) return 'This is not a county dataset'
  return countyFips === null ? 'Choose the county' : 'Nothing could be proposed'
}

/** The requested step, or the last one before it that can be opened. */
export function getReachableStep(setup: SetupState | undefined, requested: SetupStep): SetupStep {
  const steps = listSteps(setup)
  if (setup?.status === 'IMPORTED') return 'import'
  const upTo = steps.filter((step) => setupSteps.indexOf(step) <= setupSteps.indexOf(requested))
  const blocked = upTo.slice(0, -1).find((step) => getStepProblem(setup, step) !== undefined)
  return blocked ?? upTo.at(-1) ?? 'file'
}

export function getNextStep(setup: SetupState | undefined, step: SetupStep): SetupStep | undefined {
  const steps = listSteps(setup)
  return steps[steps.indexOf(step) + 1]
}

export function getPreviousStep(setup: SetupState | undefined, step: SetupStep): SetupStep | undefined {
  const steps = listSteps(setup)
  return steps[steps.indexOf(step) - 1]
}
