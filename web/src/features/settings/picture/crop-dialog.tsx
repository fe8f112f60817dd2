import { Button, Center, Group, Slider, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Slider.layer.css'
import { type UseMovePosition, useMove } from '@mantine/hooks'
import {
  type Dispatch,
  type KeyboardEvent,
  type PointerEvent,
  type SetStateAction,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { DialogActions, MutationDialog } from '../../../ui/form/mutation-dialog.tsx'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { useUpdatePicture } from '../settings.data.ts'
import classes from './picture.module.css'
import { cropPicture, drawSquare } from './picture-canvas.ts'
import { clampSquare, getCenteredSquare, minSide, type Square } from './picture-rules.ts'

const previewSizes = [96, 32]

function Preview({ image, square, size }: { image: HTMLImageElement; square: Square; size: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, image, square)
  }, [image, square])
  // Twice the pixels, for high-density screens.
  return <canvas ref={canvas} width={size * 2} height={size * 2} style={{ width: size, height: size }} />
}

const directions: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type CropAreaProps = {
  image: HTMLImageElement
  square: Square
  onSquare: Dispatch<SetStateAction<Square>>
  disabled: boolean
}

/** The picture with the selected square and a preview. */
function CropArea({ image, square, onSquare, disabled }: CropAreaProps) {
  const { naturalWidth: width, naturalHeight: height } = image
  const maxSide = Math.min(width, height)
  const place = (side: number, right = 0, down = 0) => {
    const middle = { x: square.x + square.side / 2 + right, y: square.y + square.side / 2 + down }
    onSquare(clampSquare({ width, height }, side, middle))
  }
  const handle = useRef<HTMLDivElement>(null)
  // Where the square was grabbed, relative to its center. Pressing outside it moves it there.
  const held = useRef({ x: 0, y: 0 })
  // Must be stable across renders: a new function would end the drag.
  const moveSquare = useCallback(
    ({ x, y }: UseMovePosition) =>
      onSquare(({ side }) =>
        clampSquare({ width, height }, side, { x: x * width - held.current.x, y: y * height - held.current.y }),
      ),
    [width, height, onSquare],
  )
  const { ref } = useMove(moveSquare)
  const onPointerDown = ({ target, currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width: shown } = currentTarget.getBoundingClientRect()
    const scale = width / shown
    const { x, y, side } = square
    held.current =
      target === handle.current
        ? { x: (clientX - left) * scale - x - side / 2, y: (clientY - top) * scale - y - side / 2 }
        : { x: 0, y: 0 }
    // useMove prevents the default of mousedown, which would move the focus.
    handle.current?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [right, down] = directions[event.key] ?? []
    if (right === undefined || down === undefined) return
    event.preventDefault()
    const step = (event.ctrlKey || event.metaKey ? 0.1 : 0.01) * Math.max(width, height)
    place(square.side, right * step, down * step)
  }
  return (
    <>
      <Center p="sm" bg="var(--raised)" bdrs="md" inert={disabled}>
        <div ref={ref} className={classes.picture} onPointerDown={onPointerDown}>
          <img src={image.src} alt="Your selection" />
          {/* biome-ignore lint/a11y/useSemanticElements: there is no element for what is moved in two directions */}
          <div
            ref={handle}
            role="group"
            aria-label="Crop area. Move with arrow keys"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it
            tabIndex={0}
            className={classes.square}
            style={{
              left: `${(square.x / width) * 100}%`,
              top: `${(square.y / height) * 100}%`,
              width: `${(square.side / width) * 100}%`,
              height: `${(square.side / height) * 100}%`,
            }}
            onKeyDown={onKeyDown}
          />
        </div>
      </Center>
      {maxSide > minSide && (
        <Slider
          thumbLabel="Crop size"
          label={null}
          min={minSide}
          max={maxSide}
          step={Math.max(1, Math.round(maxSide / 100))}
          value={square.side}
          disabled={disabled}
          onChange={(side) => place(side)}
        />
      )}
      <Group role="img" aria-label="Preview, large and small" className={classes.previews}>
        {previewSizes.map((size) => (
          <Preview key={size} image={image} square={square} size={size} />
        ))}
        <Text span fz="sm" c="dimmed" aria-hidden="true">
          How it will look
        </Text>
      </Group>
    </>
  )
}

type CropFormProps = {
  image: HTMLImageElement
  update: ReturnType<typeof useUpdatePicture>
  onCancel: () => void
  onDone: () => void
}

function CropForm({ image, update, onCancel, onDone }: CropFormProps) {
  const [square, setSquare] = useState(() =>
    getCenteredSquare({ width: image.naturalWidth, height: image.naturalHeight }),
  )
  const runExclusive = useSingleFlight()
  const save = () =>
    runExclusive((release) =>
      update.mutate(() => cropPicture(image, square), {
        onSuccess: () => {
          showSuccessToast('Photo updated')
          onDone()
        },
        onSettled: release,
      }),
    )
  return (
    <Stack gap="md">
      <CropArea image={image} square={square} onSquare={setSquare} disabled={update.isPending} />
      {update.isError && <FailureNotice error={update.error} />}
      <DialogActions>
        <Button variant="default" onClick={onCancel} disabled={update.isPending}>
          Cancel
        </Button>
        <Button onClick={save} loading={update.isPending}>
          Save picture
        </Button>
      </DialogActions>
    </Stack>
  )
}

/** Crops a picture to a square and uploads it. Open while there is a picture. */
export function CropDialog({ image, onDone }: { image: HTMLImageElement | undefined; onDone: () => void }) {
  const update = useUpdatePicture()
  return (
    <MutationDialog
      call={update}
      opened={image !== undefined}
      onClose={onDone}
      title="Crop photo"
      size={560}
      closeOnClickOutside={false}
      closeLabel="Cancel"
    >
      {(cancel) =>
        image && <CropForm key={image.src} image={image} update={update} onCancel={cancel} onDone={onDone} />
      }
    </MutationDialog>
  )
}
