import { z } from 'zod'
import { CountyFips } from '../../api/county-fips.ts'
import { textLine } from '../../api/text.ts'
import { DatasetId } from '../datasets/dataset-id.ts'

const SetupName = textLine('Enter a name').min(1, 'Enter a name').max(100, 'The name is too long')

export const NewCountySetup = z
  .strictObject({
    name: SetupName.optional(),
    countyFips: CountyFips.optional(),
    dataset: DatasetId.optional().describe('Edits the source of this loaded dataset, with its newest files'),
  })
  .refine(
    ({ dataset, ...named }) => dataset === undefined || Object.keys(named).length === 0,
    'Leave out the name and the county: the dataset has its own',
  )
  .meta({ id: 'NewCountySetup', example: { name: 'Example County, assessor', countyFips: '47037' } })
export type NewCountySetup = z.infer<typeof NewCountySetup>

export const CountySetupChange = z
  .strictObject({ name: SetupName.nullable().optional(), countyFips: CountyFips.nullable().optional() })
  .refine((change) => Object.keys(change).length > 0, 'Name something to change')
  .meta({ id: 'CountySetupChange', example: { countyFips: '47037' } })
export type CountySetupChange = z.infer<typeof CountySetupChange>

export const SetupVersion = z
  .strictObject({ version: z.int('Name the version of the document').describe('The version of the document') })
  .meta({ id: 'SetupVersion', example: { version: 3 } })
export type SetupVersion = z.infer<typeof SetupVersion>

export const SetupImport = SetupVersion.extend({
  replaces: z.literal(true).optional().describe('Confirms that the dataset of `replaces` is replaced'),
  sameCounty: z
    .enum(['REPLACE', 'KEEP'])
    .optional()
    .describe('Whether that of `sameCounty` is replaced, or both are kept'),
  replacesNewer: z.iso
    .datetime('Give the time of newerAt')
    .optional()
    .describe(
      'The `newerAt` of `replaces` or `sameCounty`: confirms that what is newer than the setup is replaced, up to this time',
    ),
}).meta({ id: 'SetupImport', example: { version: 3 } })
export type SetupImport = z.infer<typeof SetupImport>
