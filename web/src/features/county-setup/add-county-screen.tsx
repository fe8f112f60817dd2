import { type CountySetup, countySetups } from '@dooryard/contract/data/sources/county-setups'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { confirmDeleteSetup } from '../../entities/county/delete-setup.ts'
import { api } from '../../lib/api/api.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { DetailsScreen } from '../../ui/layout/screens.tsx'
import { StepTrail } from '../../ui/layout/step-trail.tsx'
import { useCountySetup, useStoreSetup } from './county-setup.data.ts'
import { DocumentSteps } from './document-steps.tsx'
import type { SetupNames } from './file-step/county-panel.tsx'
import { FileStep } from './file-step/file-step.tsx'
import { SetupActions } from './setup-actions.tsx'
import { getReachableStep, listSteps, stepLabels } from './setup-steps.ts'
import type { SetupStep } from './step-names.ts'

type AddCountyProps = {
  setupId: string | undefined
  requestedStep: SetupStep
  /** The field of the columns step that is open first. */
  field: string | undefined
  onStep: (step: SetupStep) => void
  onCreated: (setupId: string) => void
  onDeleted: () => void
}

const trail = [
  <Link key="data" to="/portal/data">
    Data
  </Link>,
]

/** The id of the setup, which is created by the first file: two files added at once share one. */
function useEnsureSetup(setupId: string | undefined, names: SetupNames, onCreated: (setupId: string) => void) {
  const store = useStoreSetup()
  const creating = useRef<Promise<string>>(undefined)
  // Another county that is added from here has a setup of its own.
  useEffect(() => {
    if (setupId !== undefined) creating.current = undefined
  }, [setupId])
  const create = async () => {
    const { name, countyFips } = names
    const body = { ...(name && { name }), ...(countyFips && { countyFips }) }
    const setup = await api.call(countySetups.create, { body })
    store(setup)
    onCreated(setup.id)
    return setup.id
  }
  return (): Promise<string> => {
    if (setupId !== undefined) return Promise.resolve(setupId)
    creating.current ??= create().catch((error: unknown) => {
      creating.current = undefined
      throw error
    })
    return creating.current
  }
}

function DeleteButton({ setup, onDeleted }: { setup: CountySetup; onDeleted: () => void }) {
  const call = useEndpointMutation(countySetups.remove, { refreshes: [countySetups.list], onSuccess: onDeleted })
  const confirmDelete = () => confirmDeleteSetup(() => call.mutate({ params: { id: setup.id } }))
  return (
    <Button variant="default" loading={call.isPending} onClick={confirmDelete}>
      Delete setup
    </Button>
  )
}

type WizardProps = AddCountyProps & { setup: CountySetup | undefined }

function Wizard({ setup, setupId, requestedStep, field, onStep, onCreated, onDeleted }: WizardProps) {
  const [names, setNames] = useState<SetupNames>({ name: '', countyFips: '' })
  const ensureSetup = useEnsureSetup(setupId, names, onCreated)
  const step = getReachableStep(setup, requestedStep)
  const renderTrail = (openStep: (step: SetupStep) => void) => (
    <StepTrail
      steps={listSteps(setup)}
      labels={stepLabels}
      step={step}
      canReach={(other) => getReachableStep(setup, other) === other}
      onStep={openStep}
    />
  )
  return (
    <>
      <PageHeader
        heading={setup?.name ?? setup?.countyName ?? 'Add a county'}
        lead={setup?.edits && `Edits the source of ${setup.edits}, with its newest file.`}
        title={setup?.edits ? 'Edit Source' : 'Add a County'}
        trail={trail}
        actions={setup?.status === 'OPEN' && <DeleteButton setup={setup} onDeleted={onDeleted} />}
      />
      {step === 'file' || !setup ? (
        <>
          {renderTrail(onStep)}
          <FileStep setup={setup} names={names} onNames={setNames} ensureSetup={ensureSetup} />
          <SetupActions setup={setup} step="file" onStep={onStep} status={null} />
        </>
      ) : (
        <DocumentSteps
          key={setup.id}
          setup={setup}
          step={step}
          field={field}
          onStep={onStep}
          renderTrail={renderTrail}
        />
      )}
    </>
  )
}

const backLink = { to: '/portal/data', label: 'Back to data' } as const

/** The wizard that makes a county searchable from whatever its assessor publishes. */
export function AddCountyScreen(props: AddCountyProps) {
  const { setupId } = props
  const result = useCountySetup(setupId)
  // Without one it is created by the first file; the screen stays as it is then, so that the upload goes on.
  const [startedHere, setStartedHere] = useState(setupId === undefined)
  if (setupId === undefined && !startedHere) setStartedHere(true)
  if (startedHere) return <Wizard {...props} setup={setupId === undefined ? undefined : result.data} />
  return (
    <DetailsScreen what="Setup" result={result} trail={trail} backLink={backLink} height={560}>
      {(setup) => <Wizard {...props} setup={setup} />}
    </DetailsScreen>
  )
}
