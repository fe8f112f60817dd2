import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ApiError } from '../../lib/api/errors.ts'
import { EmptyNote, LoadFailure } from '../../ui/feedback/state-view.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { proposalQuery } from './county-setup.data.ts'
import { useSetupDocument } from './document/use-setup-document.ts'
import { SaveNotice, SaveStatus } from './save-notice.tsx'
import { SetupActions } from './setup-actions.tsx'
import type { SetupStep } from './step-names.ts'

// Each step is loaded when it opens.
const TablesStep = lazy(async () => ({ default: (await import('./tables-step/tables-step.tsx')).TablesStep }))
const ColumnsStep = lazy(async () => ({ default: (await import('./columns-step/columns-step.tsx')).ColumnsStep }))
const UsesStep = lazy(async () => ({ default: (await import('./uses-step/uses-step.tsx')).UsesStep }))
const CheckStep = lazy(async () => ({ default: (await import('./check-step/check-step.tsx')).CheckStep }))
const ImportStep = lazy(async () => ({ default: (await import('./import-step/import-step.tsx')).ImportStep }))

type DocumentStepsProps = {
  setup: CountySetup
  step: Exclude<SetupStep, 'file'>
  field: string | undefined
  onStep: (step: SetupStep) => void
  /** The trail of the steps, which leads to others. */
  renderTrail: (onStep: (step: SetupStep) => void) => ReactNode
}

const getIssues = (error: unknown) => (error instanceof ApiError ? error.issues : [])

type Source = ReturnType<typeof useSetupDocument>

type StepProps = Pick<DocumentStepsProps, 'setup' | 'step' | 'field' | 'onStep'> & {
  source: Source
  /** Whether it is not known yet which columns are to check. */
  isProposalLoading: boolean
}

function Step({ setup, step, field, source, isProposalLoading, onStep }: StepProps) {
  const { document, change, state, result, save, discard, isDirty } = source
  if (result.error && !document)
    return <LoadFailure what="The source" error={result.error} onRetry={() => void result.refetch()} />
  if (!document)
    return result.isLoading ? (
      <Skeleton height={480} radius="md" />
    ) : (
      <EmptyNote>Nothing could be proposed from these files.</EmptyNote>
    )
  const shared = { setup, document, onChange: change }
  switch (step) {
    case 'tables':
      return <TablesStep {...shared} discard={discard} />
    case 'columns':
      return isProposalLoading ? (
        <Skeleton height={480} radius="md" />
      ) : (
        <ColumnsStep
          key={field}
          {...shared}
          field={field}
          discard={discard}
          isDirty={isDirty}
          issues={state.status === 'FAILED' ? getIssues(state.error) : []}
        />
      )
    case 'uses':
      return <UsesStep {...shared} />
    case 'check':
      return <CheckStep setup={setup} save={save} />
    default:
      return <ImportStep {...shared} save={save} onStep={onStep} />
  }
}

/** The steps after the files: they show and change one source document, which is saved as it changes. */
export function DocumentSteps({ setup, step, field, onStep, renderTrail }: DocumentStepsProps) {
  const source = useSetupDocument(setup)
  const isProposalLoading = useQuery({ ...proposalQuery(setup.id), enabled: step === 'columns' }).isLoading
  // What cannot be saved keeps its step, whose notice tells why.
  const [isOpening, setOpening] = useState(false)
  const openStep = (next: SetupStep) => {
    // A button that is disabled for a moment would lose the focus.
    setOpening(source.isDirty())
    void source
      .save()
      .then(
        () => onStep(next),
        () => {},
      )
      .finally(() => setOpening(false))
  }
  return (
    <>
      {renderTrail(openStep)}
      <Stack gap={16}>
        <SaveNotice source={source} />
        <Suspense fallback={<Skeleton height={480} radius="md" />}>
          <Step
            setup={setup}
            step={step}
            field={field}
            source={source}
            isProposalLoading={isProposalLoading}
            onStep={openStep}
          />
        </Suspense>
      </Stack>
      <SetupActions
        setup={setup}
        step={step}
        onStep={openStep}
        isBusy={isOpening || isProposalLoading}
        status={<SaveStatus source={source} />}
      />
      <LeaveGuard
        when={source.isDirty}
        save={source.save}
        title="Leave without saving?"
        text="Your last change could not be saved."
        leave="Leave without saving"
        asksOnReload
        asksOnSearch
      />
    </>
  )
}
