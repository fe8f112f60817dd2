import { type CountySetup, countySetups } from '@dooryard/contract/data/sources/county-setups'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { Button, FileButton, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { FileInput, RotateCcw } from 'lucide-react'
import { useEndpointMutation } from '../../../../lib/api/use-endpoint-mutation.ts'
import { openConfirmDialog } from '../../../../ui/shell/confirmations.tsx'
import { showErrorToast, showSuccessToast } from '../../../../ui/toasts/toasts.ts'
import { documentQuery } from '../../county-setup.data.ts'
import { fitSource, parseJson } from './fit-source.ts'
import { SavedSourceSelect } from './saved-source-select.tsx'

type SourceActionsProps = {
  setup: CountySetup
  document: SourceDocument
  onChange: (document: SourceDocument) => void
  save: () => Promise<number>
}

const smallButton = { size: 'compact-sm', variant: 'default' } as const

/** Replaces the document by what is proposed for the tables as they are read now. */
function ProposeAgain({ setup, save }: Pick<SourceActionsProps, 'setup' | 'save'>) {
  const cache = useQueryClient()
  const call = useEndpointMutation(countySetups.applyProposal, {
    onSuccess: (document) => cache.setQueryData(documentQuery(setup.id).queryKey, document),
  })
  const apply = async () => call.mutate({ params: { id: setup.id }, body: { version: await save() } })
  const ask = () =>
    openConfirmDialog({
      title: 'Start again from the proposal?',
      children: 'You’ll lose what you changed in tables, columns and uses.',
      labels: { confirm: 'Start again', cancel: 'Cancel' },
      onConfirm: () => void apply().catch(() => {}), // the notice above the steps tells why it could not be saved
    })
  if (!setup.isDocumentEdited) return null
  return (
    <Button
      {...smallButton}
      leftSection={<RotateCcw size={14} aria-hidden="true" />}
      loading={call.isPending}
      onClick={ask}
    >
      Start again
    </Button>
  )
}

/** Takes the columns of a stored source, or of an exported one, for the files of this setup. */
function LoadSource({ document, onChange }: Pick<SourceActionsProps, 'document' | 'onChange'>) {
  const use = (json: unknown) => {
    const read = fitSource(json, document)
    if ('problem' in read) return showErrorToast(read.problem)
    onChange(read.document)
    showSuccessToast(`“${read.document.name}” loaded`)
  }
  const load = async (file: File | null) => file && use(parseJson(await file.text()))
  return (
    <>
      <SavedSourceSelect onDocument={use} />
      <FileButton accept=".json,application/json" onChange={(file) => void load(file)}>
        {(props) => (
          <Button {...smallButton} {...props} leftSection={<FileInput size={14} aria-hidden="true" />}>
            Load a source
          </Button>
        )}
      </FileButton>
    </>
  )
}

export const SourceActions = (props: SourceActionsProps) => (
  <Group gap={8}>
    <ProposeAgain setup={props.setup} save={props.save} />
    <LoadSource document={props.document} onChange={props.onChange} />
  </Group>
)
