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
  /** Forgets what is not saved, and resolves with the version of what is. */
  discard: () => Promise<number>
  isDirty: () => boolean
}

const smallButton = { size: 'compact-sm', variant: 'default' } as const

type ProposeAgainProps = Pick<SourceActionsProps, 'setup' | 'discard'>

/** Replaces the document by what is proposed for the tables as they are read now. */
export function ProposeAgain({ setup, discard }: ProposeAgainProps) {
  const cache = useQueryClient()
  const call = useEndpointMutation(countySetups.applyProposal, {
    onSuccess: (document) => cache.setQueryData(documentQuery(setup.id).queryKey, document),
  })
  // A document that cannot be saved is no reason to stay with it.
  const apply = async () => call.mutate({ params: { id: setup.id }, body: { version: await discard() } })
  const ask = () =>
    openConfirmDialog({
      title: 'Start again from the proposal?',
      children: 'You’ll lose what you changed in tables, columns and uses.',
      labels: { confirm: 'Start again', cancel: 'Cancel' },
      onConfirm: () => void apply(),
    })
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
function LoadSource({ setup, document, onChange }: Pick<SourceActionsProps, 'setup' | 'document' | 'onChange'>) {
  const use = (json: unknown) => {
    const read = fitSource(json, document, setup.tables)
    if ('problem' in read) return showErrorToast(read.problem)
    onChange(read.document)
    showSuccessToast('Columns loaded')
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

export const SourceActions = ({ discard, isDirty, ...props }: SourceActionsProps) => (
  <Group gap={8}>
    {(props.setup.isDocumentEdited || isDirty()) && <ProposeAgain setup={props.setup} discard={discard} />}
    <LoadSource {...props} />
  </Group>
)
