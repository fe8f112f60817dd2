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
import { sentenceFor } from '../../lib/errors.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { CallDialog, DialogChoices } from '../../ui/form/call-dialog.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import classes from './picture.module.css'
import { cutOut, drawSquare } from './picture-canvas.ts'
import { middleSquare, placeSquare, type Square, shortestSide } from './picture-rules.ts'
import { useUpdatePicture } from './settings.data.ts'

const previewSizes = [96, 32]

function Preview({ image, square, size }: { image: HTMLImageElement; square: Square; size: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, image, square)
  }, [image, square])
  // Twice as many pixels as it is wide, for screens that show them.
  return <canvas ref={canvas} width={size * 2} height={size * 2} style={{ width: size, height: size }} />
}

const directions: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type CroppingProps = {
  image: HTMLImageElement
  square: Square
  onSquare: Dispatch<SetStateAction<Square>>
  disabled: boolean
}

/** The picture, with the square on it that is kept, and what comes of it. */
function Cropping({ image, square, onSquare, disabled }: CroppingProps) {
  const { naturalWidth: width, naturalHeight: height } = image
  const longestSide = Math.min(width, height)
  const place = (side: number, right = 0, down = 0) => {
    const middle = { x: square.x + square.side / 2 + right, y: square.y + square.side / 2 + down }
    onSquare(placeSquare({ width, height }, side, middle))
  }
  const handle = useRef<HTMLDivElement>(null)
  // How far from its middle the square is held. Where the picture is pressed beside it, it comes there.
  const held = useRef({ x: 0, y: 0 })
  // The same function at each render: another would end the dragging.
  const dragTo = useCallback(
    ({ x, y }: UseMovePosition) =>
      onSquare(({ side }) =>
        placeSquare({ width, height }, side, { x: x * width - held.current.x, y: y * height - held.current.y }),
      ),
    [width, height, onSquare],
  )
  const { ref } = useMove(dragTo)
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
          <img src={image.src} alt="What you chose" />
          {/* biome-ignore lint/a11y/useSemanticElements: there is no element for what is moved in two directions */}
          <div
            ref={handle}
            role="group"
            aria-label="The square that is kept: arrow keys move it"
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
      {longestSide > shortestSide && (
        <Slider
          thumbLabel="Size of the square"
          label={null}
          min={shortestSide}
          max={longestSide}
          step={Math.max(1, Math.round(longestSide / 100))}
          value={square.side}
          disabled={disabled}
          onChange={(side) => place(side)}
        />
      )}
      <Group role="img" aria-label="How it will look, large and small" className={classes.previews}>
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

type CropProps = {
  image: HTMLImageElement
  update: ReturnType<typeof useUpdatePicture>
  onCancel: () => void
  onDone: () => void
}

function Crop({ image, update, onCancel, onDone }: CropProps) {
  const [square, setSquare] = useState(() => middleSquare({ width: image.naturalWidth, height: image.naturalHeight }))
  const singly = useSingleFlight()
  const save = () =>
    singly((land) =>
      update.mutate(() => cutOut(image, square), {
        onSuccess: () => {
          toastDone('Your picture is changed')
          onDone()
        },
        onSettled: land,
      }),
    )
  return (
    <Stack gap="md">
      <Cropping image={image} square={square} onSquare={setSquare} disabled={update.isPending} />
      {update.isError && <Notice tone="bad">{sentenceFor(update.error)}</Notice>}
      <DialogChoices>
        <Button variant="default" onClick={onCancel} disabled={update.isPending}>
          Cancel
        </Button>
        <Button onClick={save} loading={update.isPending}>
          Save picture
        </Button>
      </DialogChoices>
    </Stack>
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
