import { FileUp } from 'lucide-react'
import { type ChangeEvent, useId } from 'react'
import { useDrop } from '../../ui/form/use-drop.ts'
import classes from './import.module.css'
import { formatBytes } from './words.ts'

type FileDropProps = { file: File | undefined; error: string | undefined; onFile: (file: File) => void }

/** The file that is chosen, or how to choose one; it names the input, so that it is read out too. */
function FileWords({ file }: { file: File | undefined }) {
  return (
    <>
      <FileUp size={20} aria-hidden="true" />
      <strong>
        <span className="visually-hidden">File: </span>
        {file ? file.name : 'Choose a file'}
      </strong>
      <span>{file ? `${formatBytes(file.size)}. Choose another` : 'or drop it here: CSV, TSV, gz, zip or XLSX'}</span>
    </>
  )
}

/** Takes a file that is chosen or dropped. */
export function FileDrop({ file, error, onFile }: FileDropProps) {
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
          accept=".csv,.tsv,.txt,.gz,.zip,.xlsx"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={choose}
        />
        <label htmlFor={id}>
          <FileWords file={file} />
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.fieldError}>
          {error}
        </p>
      )}
    </div>
  )
}
