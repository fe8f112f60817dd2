import { cityAfterComma, owners, streetBeforeComma } from '../mapping/address-readers.ts'
import { date } from '../mapping/dates.ts'
import { acres, armsLengthBy, bathrooms, count, money, salePrice, text, year } from '../mapping/readers.ts'
import { csv, roll } from '../mapping/roll.ts'
import { useWords } from '../mapping/use-code.ts'

// The county's own spelling, typos included.
const uses = {
  'SINGLE FAMILY': 'SINGLE_FAMILY',
  'ZERO LOT LINE': 'SINGLE_FAMILY',
  'RESIDENTIAL CONDO': 'CONDOMINIUM',
  CONDO: 'CONDOMINIUM',
  'MOBILE HOME': 'MANUFACTURED_HOME',
  DUPLEX: 'DUPLEX',
  TRIPLEX: 'TRIPLEX',
  QUADPLEX: 'FOURPLEX',
  'RESIDENTIAL COMBO/MISC': 'RESIDENTIAL_OTHER',
  'DORMITORY/BOARDING HOUSE': 'GROUP_QUARTERS',
  'APARTMENT: LOW RISE (BUILT SINCE 1960)': 'APARTMENT',
  'VACANT RESIDENTIAL LAND': 'RESIDENTIAL_LAND',
  'VACANT RESIENTIAL LAND': 'RESIDENTIAL_LAND',
  'VACANT RES LAND': 'RESIDENTIAL_LAND',
  'VACANT ZONED MULTI FAMILY': 'RESIDENTIAL_LAND',
  'VACANT COMMERCIAL LAND': 'COMMERCIAL_LAND',
  'VACANT RURAL LAND': 'LAND_OTHER',
  'CONDOMINIUM OFC OR OTHER COM CONDO': 'COMMERCIAL_OTHER',
  'SMALL SERVICE SHOP': 'COMMERCIAL_OTHER',
  'OFFICE BLDG (ONE OR TWO STORIES)': 'OFFICE_BUILDING',
  'ONE STORY GENERAL RETAIL STORE': 'STORE',
  'CONVENIENCE MARKET WITHOUT GAS': 'STORE',
  'STRIP SHOPPING CENTER': 'STRIP_CENTER',
  'RESTURANT/CAFETERIA': 'RESTAURANT',
  'NIGHTCLUB/LOUNGE': 'BAR',
  'PARKING LOT': 'PARKING_LOT',
  'DAY CARE CENTER': 'DAY_CARE',
  'CLUB/UNION HALL/LODGE': 'CLUB',
  'MORTUARY/CEMETERY': 'FUNERAL_HOME',
  'TERMINAL/DISTRIBUTION WAREHOUSE': 'WAREHOUSE',
  'LIGHT MANUFACTURING': 'WORKSHOP',
  // The state's greenbelt law: land taxed as farm, forest or open space, whatever could be built on it.
  GREENBELT: 'FARM',
  'GREENBELT/RES GRRENBELT/RES': 'FARM',
  FOREST: 'FOREST',
  CHURCH: 'CHURCH',
  PARSONAGE: 'RELIGIOUS',
  'NON-PROFIT CHARITABLE SERVICE': 'CHARITABLE',
  'METRO OTHER THAN OFC, SCHOOL,HOSP, OR PARK': 'GOVERNMENT',
  'SPLIT CLASS': 'OTHER',
} as const

/**
 * Sales of 2013 to 2019 in Nashville and Davidson County, each with the assessor's data of the parcel. The owner is
 * that of the publication date, not the buyer: all sales of a parcel name the same owner. So these sales have no
 * buyer.
 */
export const nashvilleTn = roll({
  source: 'nashville-tn',
  name: 'Nashville TN, housing sales',
  publisher: 'Metropolitan Government of Nashville and Davidson County',
  countyFips: '47037',
  format: csv(),
  key: text('ParcelID'),
  columns: {
    situsAddress: streetBeforeComma('PropertyAddress'),
    situsCity: cityAfterComma('PropertyAddress'),
    ownerNames: owners('OwnerName'),
    // OwnerAddress repeats the property's own address everywhere. As a mailing address it would make all owners
    // occupants and send their mail there, so it is omitted and occupancy is unknown.
    useDescription: text('LandUse'),
    use: useWords('LandUse', uses),
    bedrooms: count('Bedrooms', 200),
    bathrooms: bathrooms('FullBath', 'HalfBath'),
    lotSqft: acres('Acreage'),
    yearBuilt: year('YearBuilt'),
    marketValue: money('TotalValue'), // the taxed value, a quarter of it for homes, is not published
    estimatedValue: money('TotalValue'), // the assessor's estimate is the only one published
  },
  // SoldAsVacant has no column of ours: LandUse has what is there now.
  sale: {
    recordedOn: date('SaleDate', { as: 'Month D, YYYY' }),
    price: salePrice('SalePrice'),
    armsLength: armsLengthBy('SalePrice'),
    document: text('LegalReference'),
  },
})
