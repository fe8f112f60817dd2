import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { sentenceFor } from '../../lib/errors.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { CallDialog, DialogChoices } from '../../ui/form/call-dialog.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import classes from './picture.module.css'
import { cutOut, drawPart } from './picture-canvas.ts'
import { middleSquare, type Part } from './picture-rules.ts'
import { useUpdatePicture } from './settings.data.ts'

const corner = (name: string) => `${name} corner of the square: arrow keys resize it`

const labels = {
  cropArea: 'The square that is kept: arrow keys move it',
  nwDragHandle: corner('Upper left'),
  neDragHandle: corner('Upper right'),
  seDragHandle: corner('Lower right'),
  swDragHandle: corner('Lower left'),
  // A square has no use for these.
  nDragHandle: 'Upper side',
  eDragHandle: 'Right side',
  sDragHandle: 'Lower side',
  wDragHandle: 'Left side',
}

const previewSizes = [96, 32]

function Preview({ image, part, size }: { image: HTMLImageElement; part: Part; size: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawPart(canvas.current, image, part)
  }, [image, part])
  // Twice as many pixels as it is wide, for screens that show them.
  return <canvas ref={canvas} width={size * 2} height={size * 2} style={{ width: size, height: size }} />
}

type CroppingProps = { image: HTMLImageElement; part: Part; onPart: (part: Part) => void; disabled: boolean }

/** The picture, with the square on it that is kept, and what comes of it. */
function Cropping({ image, part, onPart, disabled }: CroppingProps) {
  return (
    <>
      <div className={classes.stage}>
        <ReactCrop
          crop={{ unit: '%', ...part }}
          onChange={(_pixels, { x, y, width, height }) => onPart({ x, y, width, height })}
          aspect={1}
          minWidth={32}
          keepSelection
          circularCrop
          disabled={disabled}
          ariaLabels={labels}
        >
          <img src={image.src} alt="What you chose" />
        </ReactCrop>
      </div>
      <div className={classes.previews} role="img" aria-label="How it will look, large and small">
        {previewSizes.map((size) => (
          <Preview key={size} image={image} part={part} size={size} />
        ))}
        <span aria-hidden="true">How it will look</span>
      </div>
    </>
  )
}

type CropProps = {
  image: HTMLImageElement
  update: ReturnType<typeof useUpdatePicture>
  onCancel: () => void
  onDone: () => void
}

function Crop({ image, update, onCancel, onDone }: CropProps) {
  const [part, setPart] = useState(() => middleSquare({ width: image.naturalWidth, height: image.naturalHeight }))
  const singly = useSingleFlight()
  const save = () =>
    singly((land) =>
      update.mutate(() => cutOut(image, part), {
        onSuccess: () => {
          toastDone('Your picture is changed')
          onDone()
        },
        onSettled: land,
      }),
    )
  return (
    <div className={classes.crop}>
      <Cropping image={image} part={part} onPart={setPart} disabled={update.isPending} />
      {update.isError && <Notice tone="bad">{sentenceFor(update.error)}</Notice>}
      <DialogChoices>
        <Button variant="default" onClick={onCancel} disabled={update.isPending}>
          Cancel
        </Button>
        <Button onClick={save} loading={update.isPending}>
          Save picture
        </Button>
      </DialogChoices>
    </div>
  )
}

/** Lets the user choose the square of a picture that is kept, and sends it. Open while there is a picture. */
export function CropDialog({ image, onDone }: { image: HTMLImageElement | undefined; onDone: () => void }) {
  const update = useUpdatePicture()
  return (
    <CallDialog
      call={update}
      opened={image !== undefined}
      onClose={onDone}
      title="Crop your picture"
      size={560}
      closeOnClickOutside={false}
      closeLabel="Cancel"
    >
      {(cancel) => image && <Crop key={image.src} image={image} update={update} onCancel={cancel} onDone={onDone} />}
    </CallDialog>
  )
}
