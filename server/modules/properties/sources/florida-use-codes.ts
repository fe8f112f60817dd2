import type { Use } from '../derive/use.ts'
import { cellReader, implausible, type Reader, type ReadResult } from '../mapping/reader.ts'
import type { CodeTree } from '../mapping/use-code.ts'

/**
 * Land use codes of the Florida Department of Revenue, which every county of the state reports as DOR_UC. All
 * buildings of two to nine dwellings share one code: only the number of dwellings tells a duplex from a fourplex.
 */
export const floridaUseCodes: CodeTree = {
  '000': ['RESIDENTIAL_LAND', 'Vacant residential'],
  '001': ['SINGLE_FAMILY', 'Single family'],
  '002': ['MANUFACTURED_HOME', 'Mobile home'],
  '003': ['APARTMENT', 'Multifamily, 10 units or more'],
  '004': ['CONDOMINIUM', 'Condominium'],
  '005': ['COOPERATIVE', 'Cooperative'],
  '006': ['CARE_HOME', 'Retirement home, not exempt'],
  '007': ['RESIDENTIAL_OTHER', 'Residential, miscellaneous'],
  '008': ['SMALL_MULTIFAMILY', 'Multifamily, fewer than 10 units'],
  '009': ['RESIDENTIAL_OTHER', 'Residential common elements'],

  '010': ['COMMERCIAL_LAND', 'Vacant commercial'],
  '011': ['STORE', 'Store, one story'],
  '012': ['MIXED_USE', 'Mixed use: store and office, or store and dwelling'],
  '013': ['DEPARTMENT_STORE', 'Department store'],
  '014': ['SUPERMARKET', 'Supermarket'],
  '015': ['STRIP_CENTER', 'Regional shopping center'],
  '016': ['STRIP_CENTER', 'Community shopping center'],
  '017': ['OFFICE_BUILDING', 'Office, one story'],
  '018': ['OFFICE_BUILDING', 'Office, several stories'],
  '019': ['OFFICE_BUILDING', 'Professional services'],
  '020': ['COMMERCIAL_OTHER', 'Airport, bus or marine terminal, pier, marina'],
  '021': ['RESTAURANT', 'Restaurant or cafeteria'],
  '022': ['RESTAURANT', 'Drive-in restaurant'],
  '023': ['BANK_BUILDING', 'Financial institution'],
  '024': ['OFFICE_BUILDING', 'Insurance company office'],
  '025': ['COMMERCIAL_OTHER', 'Repair and service shop, laundry'],
  '026': ['FUEL_STATION', 'Service station'],
  '027': ['AUTO_SERVICE', 'Auto sales, repair and rental'],
  '028': ['COMMERCIAL_OTHER', 'Parking lot or mobile home park'], // one code for both
  '029': ['WAREHOUSE', 'Wholesale or manufacturing outlet'],
  '030': ['STORE', 'Florist or greenhouse'],
  '031': ['RECREATION', 'Drive-in theater or open stadium'],
  '032': ['RECREATION', 'Theater or auditorium'],
  '033': ['BAR', 'Nightclub or bar'],
  '034': ['RECREATION', 'Bowling alley, rink or arena'],
  '035': ['RECREATION', 'Tourist attraction or exhibit'],
  '036': ['RECREATION', 'Camp'],
  '037': ['RECREATION', 'Race track'],
  '038': ['RECREATION', 'Golf course'],
  '039': ['HOTEL', 'Hotel or motel'],

  '040': ['INDUSTRIAL_LAND', 'Vacant industrial'],
  '041': ['WORKSHOP', 'Light manufacturing'],
  '042': ['FACTORY', 'Heavy industrial'],
  '043': ['MANUFACTURING', 'Lumber yard or sawmill'],
  '044': ['MANUFACTURING', 'Packing plant'],
  '045': ['MANUFACTURING', 'Cannery, bottler, brewer'],
  '046': ['MANUFACTURING', 'Other food processing'],
  '047': ['MANUFACTURING', 'Mineral processing'],
  '048': ['WAREHOUSE', 'Warehousing and distribution'],
  '049': ['INDUSTRIAL_OTHER', 'Open storage, junk yard'],

  '05': ['CROPLAND', 'Cropland'],
  '050': ['FARM', 'Improved agricultural'],
  '054': ['FOREST', 'Timberland, site index 90 and above'],
  '055': ['FOREST', 'Timberland, site index 80 to 89'],
  '056': ['FOREST', 'Timberland, site index 70 to 79'],
  '057': ['FOREST', 'Timberland, site index 60 to 69'],
  '058': ['FOREST', 'Timberland, site index 50 to 59'],
  '059': ['FOREST', 'Timberland, not classified'],
  '06': ['PASTURE', 'Grazing land'],
  '066': ['ORCHARD', 'Orchard or citrus grove'],
  '067': ['FARM', 'Poultry, bees, fish'],
  '068': ['FARM', 'Dairy or feed lot'],
  '069': ['FARM', 'Ornamentals'],

  '070': ['LAND_OTHER', 'Vacant institutional'],
  '071': ['CHURCH', 'Church'],
  '072': ['SCHOOL', 'Private school or college'],
  '073': ['HOSPITAL', 'Private hospital'],
  '074': ['CARE_HOME', 'Home for the aged'],
  '075': ['CHARITABLE', 'Orphanage or charity'],
  '076': ['FUNERAL_HOME', 'Mortuary, cemetery, crematorium'],
  '077': ['CLUB', 'Club, lodge, union hall'],
  '078': ['CARE_HOME', 'Sanitarium, convalescent home'],
  '079': ['EDUCATIONAL', 'Cultural organization'],

  '08': ['GOVERNMENT', 'Government'],
  '080': ['GOVERNMENT', 'Vacant governmental'],
  '081': ['GOVERNMENT', 'Military'],
  '082': ['GOVERNMENT', 'Public forest, park or recreation'],
  '083': ['SCHOOL', 'Public school'],
  '084': ['SCHOOL', 'Public college'],
  '085': ['HOSPITAL', 'Public hospital'],
  '086': ['GOVERNMENT', 'County'],
  '087': ['GOVERNMENT', 'State'],
  '088': ['GOVERNMENT', 'Federal'],
  '089': ['GOVERNMENT', 'Municipal'],

  '090': ['OTHER', 'Leasehold interest'],
  '091': ['UTILITY', 'Utility'],
  '092': ['QUARRY', 'Mining, petroleum or gas land'],
  '093': ['OTHER', 'Subsurface rights'],
  '094': ['OTHER', 'Right-of-way'],
  '095': ['CONSERVATION', 'Rivers, lakes, submerged land'],
  '096': ['UTILITY', 'Sewage and waste disposal, waste land'],
  '097': ['OPEN_SPACE', 'Outdoor recreational or park land'],
  '098': ['UTILITY', 'Centrally assessed'],
  '099': ['LAND_OTHER', 'Acreage not zoned agricultural'],
}

const codeReader = <T>(column: string, take: (entry: CodeTree[string]) => T): Reader<T> =>
  cellReader(column, (cell): ReadResult<T> => {
    // Spreadsheets remove leading zeros.
    const code = /^\d{1,3}$/.test(cell) ? cell.padStart(3, '0') : ''
    const entry = floridaUseCodes[code] ?? floridaUseCodes[code.slice(0, 2)]
    return entry ? take(entry) : implausible
  })

export const floridaUse = (column: string): Reader<Use> => codeReader(column, ([use]) => use)

export const floridaUseDescription = (column: string): Reader<string> => codeReader(column, ([, words]) => words)
