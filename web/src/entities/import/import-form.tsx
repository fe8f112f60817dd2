import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { preventDoubleClick, type SchemaForm } from '../../ui/form/use-schema-form.ts'
import { FileDrop } from '../../ui/upload/file-drop.tsx'

type WithFile = Record<string, unknown> & { file: File | undefined }

type ImportFormProps<V extends WithFile> = {
  form: SchemaForm<V>
  /** The upload limits as text, why the chosen file is refused, and a check whether it may be uploaded. */
  allowance: { limits: string | undefined; refusal?: string | undefined; mayUpload: (file: File) => Promise<boolean> }
  accept: string
  kinds: string
  onFile: (values: V, file: File) => void
  hint?: ReactNode
  children: ReactNode
}

/** A form that uploads a file: its fields, the file, and the button. */
export function ImportForm<V extends WithFile>(props: ImportFormProps<V>) {
  const { form, allowance, accept, kinds, onFile, hint, children } = props
  const submit = form.submit(async (values) => {
    const { file } = values
    if (file && (await allowance.mayUpload(file))) onFile(values, file)
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16} maw={{ base: 560, xl: 'none' }}>
        {children}
        <FileDrop
          file={form.values.file}
          error={form.errors['file'] ?? allowance.refusal}
          limits={allowance.limits}
          accept={accept}
          kinds={kinds}
          onFile={(file) => {
            form.setFieldValue('file', file as never) // `V` has this field; TypeScript cannot infer it from a type parameter
            void allowance.mayUpload(file)
          }}
          data-path="file"
        />
        {hint}
        <Button type="submit" onClick={preventDoubleClick}>
          Upload and import
        </Button>
      </Stack>
    </form>
  )
}
