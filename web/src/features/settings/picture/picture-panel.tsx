import type { User } from '@dooryard/contract/identity/users'
import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { openConfirmDialog } from '../../../ui/shell/confirmations.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { useFileDrop } from '../../../ui/upload/file-drop.tsx'
import { useRemovePicture } from '../settings.data.ts'
import { CropDialog } from './crop-dialog.tsx'
import classes from './picture.module.css'
import { loadPicture } from './picture-canvas.ts'
import { getFileError, pictureTypes } from './picture-rules.ts'

/** The selected picture before cropping, or why it was rejected. */
function useChosenPicture() {
  const [image, setImage] = useState<HTMLImageElement>()
  const [failure, setFailure] = useState<string>()
  const take = async (file: File) => {
    const found = getFileError(file)
    setFailure(found)
    if (found) return
    const url = URL.createObjectURL(file)
    try {
      setImage(await loadPicture(url))
    } catch (error) {
      URL.revokeObjectURL(url)
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  const drop = () => {
    if (image) URL.revokeObjectURL(image.src)
    setImage(undefined)
  }
  return { image, failure, take, drop }
}

function RemoveButton() {
  const remove = useRemovePicture()
  const confirmRemoval = () =>
    openConfirmDialog({
      title: 'Remove your photo?',
      children: 'Your initials will be shown instead.',
      labels: { confirm: 'Remove', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate(undefined, { onSuccess: () => showSuccessToast('Photo removed') }),
    })
  return (
    <Button variant="default" loading={remove.isPending} onClick={confirmRemoval}>
      Remove
    </Button>
  )
}

/** Opens the system's file dialog. */
function ChooseButton({ label, hintId, onFile }: { label: string; hintId: string; onFile: (file: File) => void }) {
  const reset = useRef<() => void>(null)
  const choose = (file: File | null) => {
    if (file) onFile(file)
    // Selecting the same file again must fire a change.
    reset.current?.()
  }
  return (
    <FileButton
      resetRef={reset}
      accept={pictureTypes.join(',')}
      inputProps={{ 'aria-label': 'Picture file' }}
      onChange={choose}
    >
      {(props) => (
        <Button variant="default" aria-describedby={hintId} {...props}>
          {label}
        </Button>
      )}
    </FileButton>
  )
}

/** The user's picture: select or drop, crop, remove. */
export function PicturePanel({ user }: { user: User }) {
  const id = useId()
  const { image, failure, take, drop } = useChosenPicture()
  const onFile = (file: File) => void take(file)
  const hasPicture = user.profilePictureUrl !== undefined
  return (
    <Panel title="Picture">
      <Group gap="md" p={8} m={-8} className={classes.place} {...useFileDrop(onFile)}>
        <Avatar user={user} size={96} />
        <Stack gap="xs" miw={0}>
          <Group gap="xs">
            <ChooseButton label={hasPicture ? 'Change photo' : 'Upload photo'} hintId={id} onFile={onFile} />
            {hasPicture && <RemoveButton />}
          </Group>
          <Text id={id} fz="sm" lh="18px" c="dimmed">
            Drop a file here: JPEG, PNG or WebP, up to 5 MB.
          </Text>
          {failure && (
            <Text fz="sm" lh="18px" c="var(--mantine-color-error)" role="alert">
              {failure}
            </Text>
          )}
        </Stack>
      </Group>
      <CropDialog image={image} onDone={drop} />
    </Panel>
  )
}
