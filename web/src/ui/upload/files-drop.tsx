import { Text } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { type ChangeEvent, useId } from 'react'
import { useFilesDrop } from './file-drop.tsx'
import classes from './upload.module.css'

type FilesDropProps = {
  /** The kinds of files as text. */
  kinds: string
  limits: string | undefined
  onFiles: (files: File[]) => void
}

/** Takes any number of files, by choosing or dropping them. */
export function FilesDrop({ kinds, limits, onFiles }: FilesDropProps) {
  const id = useId()
  const dropping = useFilesDrop(onFiles)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(currentTarget.files ?? [])])
    // Allows choosing the same files again.
    currentTarget.value = ''
  }
  return (
    <div>
      <div className={classes.drop} {...dropping}>
        <input
          id={id}
          type="file"
          multiple
          className="visually-hidden"
          aria-describedby={limits ? `${id}-limits` : undefined}
          onChange={choose}
        />
        <label htmlFor={id}>
          <FileUp size={20} aria-hidden="true" />
          <strong>Choose files</strong>
          <span>or drop them here: {kinds}</span>
        </label>
      </div>
      {limits && (
        <Text id={`${id}-limits`} c="dimmed" fz="sm" lh="18px" mt={6}>
          {limits}
        </Text>
      )}
    </div>
  )
}
