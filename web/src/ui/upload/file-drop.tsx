import { Text } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { type ChangeEvent, type DragEvent, type ReactNode, useId, useState } from 'react'
import { formatBytes } from '../../lib/format.ts'
import classes from './upload.module.css'

/** What a place needs to take a file that is dropped on it; `data-over` is there while one hovers. */
export function useDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onFile(dropped)
  }
  return { 'data-over': isOver || undefined, onDragOver, onDragLeave: () => setOver(false), onDrop }
}

type FileDropProps = {
  file: File | undefined
  error: ReactNode
  /** Ends of names: `.csv,.gz`. */
  accept: string
  /** The same in words: `CSV or gz`. */
  kinds: string
  /** How large it may be, in words. */
  limits?: string | undefined
  /** What a form finds its field by. */
  'data-path'?: string | undefined
  onFile: (file: File) => void
}

/** The file that is chosen, or how to choose one; it names the input, so that it is read out too. */
const FileWords = ({ file, kinds }: Pick<FileDropProps, 'file' | 'kinds'>) => (
  <>
    <FileUp size={20} aria-hidden="true" />
    <strong>
      <span className="visually-hidden">File: </span>
      {file ? file.name : 'Choose a file'}
    </strong>
    <span>{file ? `${formatBytes(file.size)}. Choose another` : `or drop it here: ${kinds}`}</span>
  </>
)

export function FileDrop({ file, error, accept, kinds, limits, onFile, ...field }: FileDropProps) {
  const id = useId()
  const dropping = useDrop(onFile)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? []
    if (chosen) onFile(chosen)
    // The same file chosen again is a choice too.
    currentTarget.value = ''
  }
  return (
    <div>
      {/* Dropping is a shortcut; the input inside serves everybody. */}
      <div className={classes.drop} data-error={error ? true : undefined} {...dropping}>
        <input
          id={id}
          type="file"
          className="visually-hidden"
          accept={accept}
          {...field}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : limits ? `${id}-limits` : undefined}
          onChange={choose}
        />
        <label htmlFor={id}>
          <FileWords file={file} kinds={kinds} />
        </label>
      </div>
      {limits && !error && (
        <Text id={`${id}-limits`} c="dimmed" fz="sm" lh="18px" mt={6}>
          {limits}
        </Text>
      )}
      {error && (
        <Text id={`${id}-error`} c="var(--mantine-color-error)" fz="sm" lh="18px" mt={6}>
          {error}
        </Text>
      )}
    </div>
  )
}
