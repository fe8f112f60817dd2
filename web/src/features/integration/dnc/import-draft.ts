import { NewDncImport } from '@dooryard/contract/data/dnc'
import { z } from 'zod'

export const emptyDraft = {
  list: 'NATIONAL',
  kind: 'FULL',
  san: '',
  state: '',
  accessedOn: '',
  file: undefined as File | undefined,
}
export type DncDraft = typeof emptyDraft

/** Converts a draft to the request query; the account number and the state are sent only for lists that have them. */
const toRequestQuery = ({ list, kind, san, state, accessedOn, file }: DncDraft) => ({
  list,
  kind,
  accessedOn,
  fileName: file?.name ?? '',
  ...(list === 'NATIONAL' && { san: san.trim() || undefined }),
  ...(list === 'STATE' && { state: state || undefined }),
})

export const toImportQuery = (draft: DncDraft) => NewDncImport.parse(toRequestQuery(draft))

/** The form's schema: the contract's rules plus those that depend on the list and the current day. */
export const buildDncDraftSchema = (today: string) =>
  z
    .object({
      list: z.string(),
      kind: z.string(),
      san: z.string(),
      state: z.string(),
      accessedOn: z.string().refine((day) => day <= today, 'Enter a day that is not in the future'),
      // A missing file is reported below, together with the other errors.
      file: z.custom<File | undefined>(),
    })
    .superRefine((draft, ctx) => {
      const error = (field: keyof DncDraft, message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
      if (!draft.file) error('file', 'Choose a file')
      if (draft.list === 'NATIONAL' && !draft.san.trim()) error('san', 'Enter the subscription account number')
      if (draft.list === 'STATE' && !draft.state) error('state', 'Choose a state')
      for (const { path, message } of NewDncImport.safeParse(toRequestQuery(draft)).error?.issues ?? []) {
        // Without a file there is no file name; the error belongs to the file field.
        const field = path[0] === 'fileName' ? 'file' : path[0]
        if (field !== 'file' || draft.file) error(field as keyof DncDraft, message) // all other names are the same
      }
    })
