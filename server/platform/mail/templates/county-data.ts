import { mailTemplate } from './template.ts'

type WaitingDataset = {
  id: string
  name: string
  fileName: string
  reasons: readonly string[]
  /** It can be loaded as it is. */
  canAccept: boolean
}

const reason = 'You get this mail because you are an administrator of a Dooryard portal.'
const toButton = (id: string) => ({ button: 'View the county dataset', to: `/portal/data?roll=${id}` })

export const datasetWaitsMail = mailTemplate({
  title: 'County dataset waits for a decision',
  sample: {
    ...{ id: '7', name: 'Sampleton County, assessor', fileName: 'parcels-2026-11.csv' },
    reasons: ['The file has 12% fewer rows that can be used: 88,000 instead of 100,000.'],
    canAccept: true,
  },
  write: ({ id, name, fileName, reasons, canAccept }: WaitingDataset) => ({
    subject: `A new file of ${name} waits for your decision`,
    preview: reasons[0] ?? 'It was not loaded.',
    heading: canAccept ? 'A new file looks worse than the loaded one' : 'A new file has other columns',
    body: [
      `The new file ${fileName} of ${name} was not loaded. Searches and orders still use the loaded data.`,
      ...reasons,
      canAccept
        ? 'Accept the file if the county made these changes, reject it if they are mistakes, or edit the source if the columns have changed.'
        : 'Edit the source to choose the columns that take their place, or reject the file.',
      toButton(id),
    ],
    reason,
    isOptional: true,
  }),
})

type FailedDataset = { id: string; name: string; message: string }

export const datasetFailedMail = mailTemplate({
  title: 'County dataset was not refreshed',
  sample: {
    ...{ id: '7', name: 'Sampleton County, assessor' },
    message:
      'data.example.gov answered 404: the file is not there any more. Look up its new address on the county’s site.',
  },
  write: ({ id, name, message }: FailedDataset) => ({
    subject: `${name} could not be refreshed`,
    preview: message,
    heading: 'A county dataset could not be refreshed',
    body: [
      `${name} could not be refreshed. Searches and orders still use the loaded data.`,
      message,
      'You get no further mail about this before a refresh has succeeded.',
      toButton(id),
    ],
    reason,
    isOptional: true,
  }),
})
