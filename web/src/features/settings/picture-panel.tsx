import type { User } from '@dooryard/contract/users'
import { Button } from '@mantine/core'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { useDrop } from '../../ui/upload/file-drop.tsx'
import { CropDialog } from './crop-dialog.tsx'
import classes from './picture.module.css'
import { openPicture } from './picture-canvas.ts'
import { fileTrouble, pictureTypes } from './picture-rules.ts'
import { useRemovePicture } from './settings.data.ts'

/** The picture that was chosen and not yet cropped, or why it could not be taken. */
function useChosenPicture() {
  const [image, setImage] = useState<HTMLImageElement>()
  const [trouble, setTrouble] = useState<string>()
  const take = async (file: File) => {
    const found = fileTrouble(file)
    setTrouble(found)
    if (found) return
    const url = URL.createObjectURL(file)
    try {
      setImage(await openPicture(url))
    } catch (error) {
      URL.revokeObjectURL(url)
      setTrouble(error instanceof Error ? error.message : String(error))
    }
  }
  const drop = () => {
    if (image) URL.revokeObjectURL(image.src)
    setImage(undefined)
  }
  return { image, trouble, take, drop }
}

function RemoveButton() {
  const remove = useRemovePicture()
  const ask = () =>
    askFirst({
      title: 'Remove your picture?',
      children: 'Your initials are shown in its place.',
      labels: { confirm: 'Remove it', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate(undefined, { onSuccess: () => toastDone('Your picture is removed') }),
    })
  return (
    <Button variant="default" loading={remove.isPending} onClick={ask}>
      Remove
    </Button>
  )
}

/** Opens the dialog of the computer in which a file is chosen. */
function ChooseButton({ label, hintId, onFile }: { label: string; hintId: string; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? []
    if (chosen) onFile(chosen)
    // The same file chosen again is a choice too.
    currentTarget.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes.join(',')}
        aria-label="Picture file"
        onChange={choose}
      />
      <Button variant="default" aria-describedby={hintId} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}

/** The user's picture: chosen or dropped, cropped, removed. */
export function PicturePanel({ user }: { user: User }) {
  const id = useId()
  const { image, trouble, take, drop } = useChosenPicture()
  const onFile = (file: File) => void take(file)
  const hasPicture = user.profilePictureUrl !== undefined
  return (
    <Panel title="Picture">
      <div className={classes.place} {...useDrop(onFile)}>
        <Avatar user={user} size={96} />
        <div className={classes.words}>
          <div className={classes.actions}>
            <ChooseButton label={hasPicture ? 'Change picture' : 'Choose a picture'} hintId={id} onFile={onFile} />
            {hasPicture && <RemoveButton />}
          </div>
          <p id={id} className={classes.hint}>
            Or drop one here: JPEG, PNG or WebP, up to 5 MB.
          </p>
          {trouble && (
            <p className={classes.error} role="alert">
              {trouble}
            </p>
          )}
        </div>
      </div>
      <CropDialog image={image} onDone={drop} />
    </Panel>
  )
}
