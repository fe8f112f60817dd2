import { FileUp } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useId } from 'react'
import { formatBytes } from '../../lib/format.ts'
import { useDrop } from '../form/use-drop.ts'
import classes from './upload.module.css'

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
function FileWords({ file, kinds }: Pick<FileDropProps, 'file' | 'kinds'>) {
  return (
    <>
      <FileUp size={20} aria-hidden="true" />
      <strong>
        <span className="visually-hidden">File: </span>
        {file ? file.name : 'Choose a file'}
      </strong>
      <span>{file ? `${formatBytes(file.size)}. Choose another` : `or drop it here: ${kinds}`}</span>
    </>
  )
}

/** Takes a file that is chosen or dropped. */
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
        <p id={`${id}-limits`} className={classes.limits}>
          {limits}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={classes.fieldError}>
          {error}
        </p>
      )}
    </div>
  )
}
