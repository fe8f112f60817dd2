import { NewDncImport } from '@dooryard/contract/dnc'
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

/** A draft as its call says it: of the account number and the state only what the list has. */
const toCall = ({ list, kind, san, state, accessedOn, file }: DncDraft) => ({
  list,
  kind,
  accessedOn,
  fileName: file?.name ?? '',
  ...(list === 'NATIONAL' && { san: san.trim() || undefined }),
  ...(list === 'STATE' && { state: state || undefined }),
})

export const toImportQuery = (draft: DncDraft) => NewDncImport.parse(toCall(draft))

/** What the form accepts: the rules of the contract, and those that hang on the list and on the day. */
export const draftSchema = (today: string) =>
  z
    .object({
      list: z.string(),
      kind: z.string(),
      san: z.string(),
      state: z.string(),
      accessedOn: z.string().refine((day) => day <= today, 'A list cannot have been fetched on a day to come'),
      // What is missing is said below, with what the others lack.
      file: z.custom<File | undefined>(),
    })
    .superRefine((draft, ctx) => {
      const fault = (field: keyof DncDraft, message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
      if (!draft.file) fault('file', 'Choose a file')
      if (draft.list === 'NATIONAL' && !draft.san.trim()) fault('san', 'Enter the subscription account number')
      if (draft.list === 'STATE' && !draft.state) fault('state', 'Choose a state')
      for (const { path, message } of NewDncImport.safeParse(toCall(draft)).error?.issues ?? []) {
        // Without a file there is no name, which is said of the file.
        const field = path[0] === 'fileName' ? 'file' : path[0]
        if (field !== 'file' || draft.file) fault(field as keyof DncDraft, message) // named alike but for that one
      }
    })
