import { filters } from '@dooryard/contract/properties/filters'
import { handlers, type Route } from '../../../../platform/http/handlers.ts'
import { listPlaces } from '../../places/list-places.ts'
import { describeFields, listDistances, listVocabulary } from './list-filters.ts'

export const filterRoutes: Route[] = handlers(filters, {
  properties: (ctx) => describeFields(ctx, ['property', 'sale', 'signals', 'building', 'assessment']),
  owners: (ctx) => describeFields(ctx, ['owner', 'contact']),
  mortgages: (ctx) => describeFields(ctx, ['mortgage']),
  acquiredByQc: (ctx) => listVocabulary(ctx, 'yesNoUnknown'),
  occupancy: (ctx) => listVocabulary(ctx, 'occupancies'),
  ownerType: (ctx) => listVocabulary(ctx, 'ownerTypes'),
  targetType: (ctx) => listVocabulary(ctx, 'targetTypes'),
  assetClass: (ctx) => listVocabulary(ctx, 'assetClasses'),
  assetSubGroups: (ctx, { query }) => listVocabulary(ctx, 'assetSubGroups', query.parent),
  assetUseTypes: (ctx, { query }) => listVocabulary(ctx, 'assetUseTypes', query.parent),
  distances: () => listDistances(),
  states: (ctx, { query }) => listPlaces(ctx, 'states', query),
  counties: (ctx, { query }) => listPlaces(ctx, 'counties', query),
  cities: (ctx, { query }) => listPlaces(ctx, 'cities', query),
  zips: (ctx, { query }) => listPlaces(ctx, 'zips', query),
})
