import type { SuppressionList } from '@dooryard/contract/data/suppression-lists'
import { Group } from '@mantine/core'
import { Upload } from 'lucide-react'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { TextButton } from '../inputs/text-button.tsx'

type UploadListButtonProps = { label: string; onUploaded: (list: SuppressionList) => void }

/** Opens the dialog that uploads a suppression list, without leaving the screen. */
export function UploadListButton({ label, onUploaded }: UploadListButtonProps) {
  const [drawDialog, openDialog] = useDialog(async () => (await import('./upload-list-dialog.tsx')).UploadListDialog)
  return (
    <>
      <Group>
        <TextButton ml={-8} onClick={openDialog}>
          <Group component="span" gap={6} wrap="nowrap">
            <Upload size={14} aria-hidden="true" />
            {label}
          </Group>
        </TextButton>
      </Group>
      {drawDialog({ onUploaded })}
    </>
  )
}
