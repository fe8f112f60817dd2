import { testOpenedOf } from './screens.ts'

testOpenedOf(['consumer'])
