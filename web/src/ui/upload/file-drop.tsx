import { Text } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { type ChangeEvent, type DragEvent, type ReactNode, useId, useState } from 'react'
import { formatBytes } from '../../lib/format/format.ts'
import classes from './upload.module.css'

/** Props for a drop target of one file. */
export const useFileDrop = (onFile: (file: File) => void) => useFilesDrop(([dropped]) => dropped && onFile(dropped))

/** Props for a drop target of files; `data-over` is set while files are dragged over it. */
export function useFilesDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return { 'data-over': isOver || undefined, onDragOver, onDragLeave: () => setOver(false), onDrop }
}

type FileDropProps = {
  file: File | undefined
  error: ReactNode
  /** File name extensions: `.csv,.gz`. */
  accept: string
  /** The same as text: `CSV or gz`. */
  kinds: string
  /** The size limits as text. */
  limits?: string | undefined
  /** Lets a form find its field. */
  'data-path'?: string | undefined
  onFile: (file: File) => void
}

/** The chosen file, or how to choose one; it labels the input, so that screen readers announce it. */
const FileDropLabel = ({ file, kinds }: Pick<FileDropProps, 'file' | 'kinds'>) => (
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
  const dropping = useFileDrop(onFile)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? []
    if (chosen) onFile(chosen)
    // Allows choosing the same file again.
    currentTarget.value = ''
  }
  return (
    <div>
      {/* Dropping is a shortcut; the input inside works for everybody. */}
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
          <FileDropLabel file={file} kinds={kinds} />
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
