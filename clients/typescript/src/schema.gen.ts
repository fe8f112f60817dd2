// Written by scripts/client-types.ts from the OpenAPI document.

export interface paths {
    "/v1/enterprise/orders/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the leads an order can deliver, with exclusions and price; free
         * @description Needs an API key with the scope `counts:read`. At most 120 calls per API key in 1 minute.
         */
        post: operations["enterprise.count"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enterprise/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your orders over all campaigns, with a summary of their criteria
         * @description Needs an API key with the scope `orders:read`.
         */
        get: operations["enterprise.list"];
        put?: never;
        /**
         * Place an order: its credits are held until it is delivered; refused if no lead can be delivered
         * @description Needs an API key with the scope `orders:write`.
         */
        post: operations["enterprise.place"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enterprise/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order with its history
         * @description Needs an API key with the scope `orders:read`.
         */
        get: operations["enterprise.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename an order, or cancel it while it is pending
         * @description Needs an API key with the scope `orders:write`.
         */
        patch: operations["enterprise.change"];
        trace?: never;
    };
    "/v1/enterprise/orders/{id}/leads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the delivered leads of an order as JSON
         * @description Needs an API key with the scope `orders:read`.
         */
        get: operations["enterprise.leads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enterprise/orders/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a link to the CSV of a completed order, valid for five minutes
         * @description Needs an API key with the scope `orders:read`.
         */
        get: operations["enterprise.download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enterprise/orders/{id}/export/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the first rows of an export of a completed order
         * @description Needs an API key with the scope `orders:read`.
         */
        post: operations["enterprise.previewExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enterprise/orders/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export a completed order in your own layout, and get a link to the file, valid for five minutes; free
         * @description Needs an API key with the scope `orders:read`. At most 120 calls per account in 1 hour.
         */
        post: operations["enterprise.export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enterprise/orders/{id}/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a link to the signed do-not-call certificate, valid for five minutes
         * @description Needs an API key with the scope `orders:read`.
         */
        get: operations["enterprise.certificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enterprise/suppression-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your suppression lists, newest first
         * @description Needs an API key with the scope `orders:read`.
         */
        get: operations["enterpriseSuppressionLists.list"];
        put?: never;
        /**
         * Create a suppression list from a CSV or XLSX file with a header, whose rows have an address or a property id; a user can have at most 50, and add at most 100,000 entries a day
         * @description Needs an API key with the scope `orders:write`.
         */
        post: operations["enterpriseSuppressionLists.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enterprise/suppression-lists/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add the rows of another file to a suppression list
         * @description Needs an API key with the scope `orders:write`.
         */
        post: operations["enterpriseSuppressionLists.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/enterprise/suppression-lists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a suppression list; orders in progress must end first
         * @description Needs an API key with the scope `orders:write`.
         */
        delete: operations["enterpriseSuppressionLists.remove"];
        options?: never;
        head?: never;
        /**
         * Rename a suppression list
         * @description Needs an API key with the scope `orders:write`.
         */
        patch: operations["enterpriseSuppressionLists.change"];
        trace?: never;
    };
    "/v1/enterprise/campaigns/{campaignId}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add results of a day to a campaign or one of its orders
         * @description Needs an API key with the scope `orders:write`.
         */
        post: operations["enterpriseCampaignResults.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "order.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order placed
         * @description An order was placed, in the portal or by API
         */
        post: operations["events.order.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order status changed
         * @description An order changed its status, including the final one
         */
        post: operations["events.order.status_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order completed
         * @description An order was delivered; its file can be downloaded
         */
        post: operations["events.order.completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order failed
         * @description An order failed or was cancelled; its credits were released
         */
        post: operations["events.order.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.dnc_refreshed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * DNC refreshed
         * @description The numbers of a delivered order were rechecked
         */
        post: operations["events.order.dnc_refreshed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order about to expire
         * @description The numbers of an order expire in three days
         */
        post: operations["events.order.expiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order expired
         * @description The numbers of an order have expired and must be rechecked before calling
         */
        post: operations["events.order.expired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credits.low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credits low
         * @description Fewer credits are left than the minimum order takes
         */
        post: operations["events.credits.low"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credits.adjusted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credits adjusted
         * @description An administrator added or removed credits
         */
        post: operations["events.credits.adjusted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscription changed
         * @description A subscription started, changed, renewed or ended
         */
        post: operations["events.subscription.updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.payment_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Payment failed
         * @description The renewal of a subscription was not paid
         */
        post: operations["events.subscription.payment_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "saved_search.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Saved search changed
         * @description A saved search has new or removed matches
         */
        post: operations["events.saved_search.changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "notification.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Notification
         * @description A task is due, a limit is passed or a recurring order is paused
         */
        post: operations["events.notification.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test
         * @description Sent on request
         */
        post: operations["events.webhook.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @example {
         *       "campaignType": "CALL_READY",
         *       "criteria": {
         *         "location": {
         *           "counties": [
         *             "47037"
         *           ]
         *         },
         *         "property": {
         *           "assetClasses": [
         *             "RESIDENTIAL"
         *           ],
         *           "yearBuilt": {
         *             "max": 1980
         *           }
         *         },
         *         "owner": {
         *           "occupancies": [
         *             "ABSENTEE_IN_STATE",
         *             "ABSENTEE_OUT_OF_STATE"
         *           ]
         *         }
         *       }
         *     }
         */
        OrderQuoteQuery: {
            /** @enum {string} */
            campaignType: "MAIL_READY" | "CALL_READY";
            criteria: components["schemas"]["Criteria"];
            /** @description CALL_READY: whether to include leads purchased for mail, whose phones are added at the difference of both prices */
            addPhones?: boolean;
            /** @description Whether to deliver one property per owner: false by default; the portal sets it for MAIL_READY */
            onePerOwner?: boolean;
            /** @description MAIL_READY: whether to deliver one property per mailing address: false by default; the portal sets it */
            onePerAddress?: boolean;
        };
        /**
         * @example {
         *       "location": {
         *         "counties": [
         *           "47037"
         *         ]
         *       },
         *       "property": {
         *         "assetClasses": [
         *           "RESIDENTIAL"
         *         ],
         *         "yearBuilt": {
         *           "max": 1980
         *         }
         *       },
         *       "owner": {
         *         "occupancies": [
         *           "ABSENTEE_IN_STATE",
         *           "ABSENTEE_OUT_OF_STATE"
         *         ]
         *       }
         *     }
         */
        Criteria: {
            location?: {
                states?: string[];
                counties?: string[];
                cities?: string[];
                zips?: string[];
                near?: {
                    lat: number;
                    lng: number;
                    miles: number;
                };
                polygons?: components["schemas"]["Polygon"][];
            };
            property?: {
                assetClasses?: ("RESIDENTIAL" | "MULTIFAMILY" | "COMMERCIAL" | "OFFICE" | "RETAIL" | "INDUSTRIAL" | "HOSPITALITY" | "AGRICULTURAL" | "VACANT_LAND" | "EXEMPT" | "OTHER")[];
                assetSubGroups?: ("SINGLE_FAMILY" | "CONDOMINIUM" | "TOWNHOUSE" | "COOPERATIVE" | "MANUFACTURED_HOME" | "DUPLEX" | "TRIPLEX" | "FOURPLEX" | "SMALL_MULTIFAMILY" | "APARTMENT_5_TO_19" | "APARTMENT_20_PLUS" | "APARTMENT" | "GROUP_QUARTERS" | "RESIDENTIAL_OTHER" | "MIXED_USE" | "OFFICE_BUILDING" | "MEDICAL_OFFICE" | "STORE" | "STRIP_CENTER" | "RESTAURANT" | "AUTO_SERVICE" | "COMMERCIAL_OTHER" | "WAREHOUSE" | "SELF_STORAGE" | "MANUFACTURING" | "INDUSTRIAL_OTHER" | "HOTEL" | "RECREATION" | "UTILITY" | "FARM" | "FOREST" | "OPEN_SPACE" | "RESIDENTIAL_LAND" | "COMMERCIAL_LAND" | "INDUSTRIAL_LAND" | "LAND_OTHER" | "GOVERNMENT" | "RELIGIOUS" | "EDUCATIONAL" | "CHARITABLE" | "OTHER")[];
                assetUseTypes?: ("DETACHED_HOUSE" | "MULTIPLE_HOUSES" | "ROW_HOUSE" | "TWIN_HOUSE" | "PRIVATE_GARAGE" | "ROOMING_HOUSE" | "DORMITORY" | "CARE_HOME" | "STORE_WITH_DWELLINGS" | "OFFICE_WITH_DWELLINGS" | "BANK_BUILDING" | "SUPERMARKET" | "DEPARTMENT_STORE" | "BAR" | "FUEL_STATION" | "AUTO_REPAIR" | "AUTO_DEALER" | "CAR_WASH" | "PARKING_LOT" | "DAY_CARE" | "FUNERAL_HOME" | "LAUNDRY" | "TRUCK_TERMINAL" | "FACTORY" | "WORKSHOP" | "QUARRY" | "CLUB" | "GYM" | "PARK" | "POWER" | "TELECOMMUNICATIONS" | "ORCHARD" | "CROPLAND" | "PASTURE" | "CONSERVATION" | "CHURCH" | "SCHOOL" | "HOSPITAL" | "HOUSING_AUTHORITY")[];
                bedrooms?: components["schemas"]["Range"];
                bathrooms?: components["schemas"]["Range"];
                livingAreaSqft?: components["schemas"]["Range"];
                lotSqft?: components["schemas"]["Range"];
                yearBuilt?: components["schemas"]["Range"];
                units?: components["schemas"]["Range"];
                stories?: components["schemas"]["Range"];
                estimatedValue?: components["schemas"]["Range"];
                assessedValue?: components["schemas"]["Range"];
            };
            owner?: {
                ownerTypes?: ("INDIVIDUAL" | "LLC" | "CORPORATION" | "PARTNERSHIP" | "TRUST" | "ESTATE" | "LENDER" | "GOVERNMENT" | "NONPROFIT" | "ASSOCIATION" | "BUILDER" | "UNKNOWN")[];
                occupancies?: ("OWNER_OCCUPIED" | "ABSENTEE_IN_STATE" | "ABSENTEE_OUT_OF_STATE" | "ABSENTEE_FOREIGN" | "VACANT" | "UNKNOWN")[];
                acquiredByQc?: ("YES" | "NO" | "UNKNOWN")[];
                targetTypes?: ("OWNER_OCCUPANT" | "ABSENTEE_OWNER" | "LANDLORD" | "FLIPPER" | "CASH_BUYER" | "BUILDER" | "LENDER" | "INSTITUTIONAL")[];
                yearsOwned?: components["schemas"]["Range"];
                propertiesOwned?: components["schemas"]["Range"];
                mailingStates?: string[];
                name?: string;
                homestead?: boolean;
            };
            mortgage?: {
                loanTypes?: ("CONVENTIONAL" | "FHA" | "VA" | "USDA" | "HELOC" | "REVERSE" | "SELLER_CARRYBACK" | "PRIVATE" | "HARD_MONEY" | "COMMERCIAL" | "CONSTRUCTION" | "UNKNOWN")[];
                lenderTypes?: ("BANK" | "CREDIT_UNION" | "MORTGAGE_COMPANY" | "FINANCE_COMPANY" | "PRIVATE" | "GOVERNMENT" | "UNKNOWN")[];
                lenderName?: string;
                openLoans?: components["schemas"]["Range"];
                balance?: components["schemas"]["Range"];
                originatedOn?: components["schemas"]["Dates"];
                ltvPercent?: components["schemas"]["Range"];
                equityPercent?: components["schemas"]["Range"];
                equityAmount?: components["schemas"]["Range"];
            };
            sale?: {
                soldOn?: components["schemas"]["Dates"];
                price?: components["schemas"]["Range"];
                deedTypes?: ("WARRANTY" | "SPECIAL_WARRANTY" | "GRANT" | "QUITCLAIM" | "TRUSTEE" | "FORECLOSURE" | "TAX" | "OTHER" | "UNKNOWN")[];
                cashPurchase?: boolean;
                armsLength?: boolean;
                document?: string;
            };
            signals?: {
                anyOf?: ("VACANT" | "TAX_DELINQUENT" | "PRE_FORECLOSURE" | "AUCTION" | "BANK_OWNED" | "INHERITED" | "FREE_AND_CLEAR" | "HIGH_EQUITY" | "LOW_EQUITY" | "TIRED_LANDLORD" | "SENIOR_EXEMPTION" | "OUT_OF_STATE_OWNER" | "RECENTLY_SOLD" | "CODE_VIOLATION")[];
                allOf?: ("VACANT" | "TAX_DELINQUENT" | "PRE_FORECLOSURE" | "AUCTION" | "BANK_OWNED" | "INHERITED" | "FREE_AND_CLEAR" | "HIGH_EQUITY" | "LOW_EQUITY" | "TIRED_LANDLORD" | "SENIOR_EXEMPTION" | "OUT_OF_STATE_OWNER" | "RECENTLY_SOLD" | "CODE_VIOLATION")[];
                noneOf?: ("VACANT" | "TAX_DELINQUENT" | "PRE_FORECLOSURE" | "AUCTION" | "BANK_OWNED" | "INHERITED" | "FREE_AND_CLEAR" | "HIGH_EQUITY" | "LOW_EQUITY" | "TIRED_LANDLORD" | "SENIOR_EXEMPTION" | "OUT_OF_STATE_OWNER" | "RECENTLY_SOLD" | "CODE_VIOLATION")[];
            };
            contact?: {
                hasPhone?: boolean;
                hasEmail?: boolean;
            };
            building?: {
                effectiveYear?: components["schemas"]["Range"];
                constructions?: string[];
                conditions?: string[];
                zoningCodes?: string[];
                subdivision?: string;
                legalDescription?: string;
            };
            assessment?: {
                landValue?: components["schemas"]["Range"];
                improvementValue?: components["schemas"]["Range"];
                valueYear?: components["schemas"]["Range"];
                taxAmount?: components["schemas"]["Range"];
                taxYear?: components["schemas"]["Range"];
            };
            /** @description Matches properties in at least this many of the searches */
            stack?: {
                of: {
                    /** @description Its display name; ignored by the search */
                    name?: string;
                    criteria: {
                        location?: {
                            states?: string[];
                            counties?: string[];
                            cities?: string[];
                            zips?: string[];
                            near?: {
                                lat: number;
                                lng: number;
                                miles: number;
                            };
                            polygons?: components["schemas"]["Polygon"][];
                        };
                        property?: {
                            assetClasses?: ("RESIDENTIAL" | "MULTIFAMILY" | "COMMERCIAL" | "OFFICE" | "RETAIL" | "INDUSTRIAL" | "HOSPITALITY" | "AGRICULTURAL" | "VACANT_LAND" | "EXEMPT" | "OTHER")[];
                            assetSubGroups?: ("SINGLE_FAMILY" | "CONDOMINIUM" | "TOWNHOUSE" | "COOPERATIVE" | "MANUFACTURED_HOME" | "DUPLEX" | "TRIPLEX" | "FOURPLEX" | "SMALL_MULTIFAMILY" | "APARTMENT_5_TO_19" | "APARTMENT_20_PLUS" | "APARTMENT" | "GROUP_QUARTERS" | "RESIDENTIAL_OTHER" | "MIXED_USE" | "OFFICE_BUILDING" | "MEDICAL_OFFICE" | "STORE" | "STRIP_CENTER" | "RESTAURANT" | "AUTO_SERVICE" | "COMMERCIAL_OTHER" | "WAREHOUSE" | "SELF_STORAGE" | "MANUFACTURING" | "INDUSTRIAL_OTHER" | "HOTEL" | "RECREATION" | "UTILITY" | "FARM" | "FOREST" | "OPEN_SPACE" | "RESIDENTIAL_LAND" | "COMMERCIAL_LAND" | "INDUSTRIAL_LAND" | "LAND_OTHER" | "GOVERNMENT" | "RELIGIOUS" | "EDUCATIONAL" | "CHARITABLE" | "OTHER")[];
                            assetUseTypes?: ("DETACHED_HOUSE" | "MULTIPLE_HOUSES" | "ROW_HOUSE" | "TWIN_HOUSE" | "PRIVATE_GARAGE" | "ROOMING_HOUSE" | "DORMITORY" | "CARE_HOME" | "STORE_WITH_DWELLINGS" | "OFFICE_WITH_DWELLINGS" | "BANK_BUILDING" | "SUPERMARKET" | "DEPARTMENT_STORE" | "BAR" | "FUEL_STATION" | "AUTO_REPAIR" | "AUTO_DEALER" | "CAR_WASH" | "PARKING_LOT" | "DAY_CARE" | "FUNERAL_HOME" | "LAUNDRY" | "TRUCK_TERMINAL" | "FACTORY" | "WORKSHOP" | "QUARRY" | "CLUB" | "GYM" | "PARK" | "POWER" | "TELECOMMUNICATIONS" | "ORCHARD" | "CROPLAND" | "PASTURE" | "CONSERVATION" | "CHURCH" | "SCHOOL" | "HOSPITAL" | "HOUSING_AUTHORITY")[];
                            bedrooms?: components["schemas"]["Range"];
                            bathrooms?: components["schemas"]["Range"];
                            livingAreaSqft?: components["schemas"]["Range"];
                            lotSqft?: components["schemas"]["Range"];
                            yearBuilt?: components["schemas"]["Range"];
                            units?: components["schemas"]["Range"];
                            stories?: components["schemas"]["Range"];
                            estimatedValue?: components["schemas"]["Range"];
                            assessedValue?: components["schemas"]["Range"];
                        };
                        owner?: {
                            ownerTypes?: ("INDIVIDUAL" | "LLC" | "CORPORATION" | "PARTNERSHIP" | "TRUST" | "ESTATE" | "LENDER" | "GOVERNMENT" | "NONPROFIT" | "ASSOCIATION" | "BUILDER" | "UNKNOWN")[];
                            occupancies?: ("OWNER_OCCUPIED" | "ABSENTEE_IN_STATE" | "ABSENTEE_OUT_OF_STATE" | "ABSENTEE_FOREIGN" | "VACANT" | "UNKNOWN")[];
                            acquiredByQc?: ("YES" | "NO" | "UNKNOWN")[];
                            targetTypes?: ("OWNER_OCCUPANT" | "ABSENTEE_OWNER" | "LANDLORD" | "FLIPPER" | "CASH_BUYER" | "BUILDER" | "LENDER" | "INSTITUTIONAL")[];
                            yearsOwned?: components["schemas"]["Range"];
                            propertiesOwned?: components["schemas"]["Range"];
                            mailingStates?: string[];
                            name?: string;
                            homestead?: boolean;
                        };
                        mortgage?: {
                            loanTypes?: ("CONVENTIONAL" | "FHA" | "VA" | "USDA" | "HELOC" | "REVERSE" | "SELLER_CARRYBACK" | "PRIVATE" | "HARD_MONEY" | "COMMERCIAL" | "CONSTRUCTION" | "UNKNOWN")[];
                            lenderTypes?: ("BANK" | "CREDIT_UNION" | "MORTGAGE_COMPANY" | "FINANCE_COMPANY" | "PRIVATE" | "GOVERNMENT" | "UNKNOWN")[];
                            lenderName?: string;
                            openLoans?: components["schemas"]["Range"];
                            balance?: components["schemas"]["Range"];
                            originatedOn?: components["schemas"]["Dates"];
                            ltvPercent?: components["schemas"]["Range"];
                            equityPercent?: components["schemas"]["Range"];
                            equityAmount?: components["schemas"]["Range"];
                        };
                        sale?: {
                            soldOn?: components["schemas"]["Dates"];
                            price?: components["schemas"]["Range"];
                            deedTypes?: ("WARRANTY" | "SPECIAL_WARRANTY" | "GRANT" | "QUITCLAIM" | "TRUSTEE" | "FORECLOSURE" | "TAX" | "OTHER" | "UNKNOWN")[];
                            cashPurchase?: boolean;
                            armsLength?: boolean;
                            document?: string;
                        };
                        signals?: {
                            anyOf?: ("VACANT" | "TAX_DELINQUENT" | "PRE_FORECLOSURE" | "AUCTION" | "BANK_OWNED" | "INHERITED" | "FREE_AND_CLEAR" | "HIGH_EQUITY" | "LOW_EQUITY" | "TIRED_LANDLORD" | "SENIOR_EXEMPTION" | "OUT_OF_STATE_OWNER" | "RECENTLY_SOLD" | "CODE_VIOLATION")[];
                            allOf?: ("VACANT" | "TAX_DELINQUENT" | "PRE_FORECLOSURE" | "AUCTION" | "BANK_OWNED" | "INHERITED" | "FREE_AND_CLEAR" | "HIGH_EQUITY" | "LOW_EQUITY" | "TIRED_LANDLORD" | "SENIOR_EXEMPTION" | "OUT_OF_STATE_OWNER" | "RECENTLY_SOLD" | "CODE_VIOLATION")[];
                            noneOf?: ("VACANT" | "TAX_DELINQUENT" | "PRE_FORECLOSURE" | "AUCTION" | "BANK_OWNED" | "INHERITED" | "FREE_AND_CLEAR" | "HIGH_EQUITY" | "LOW_EQUITY" | "TIRED_LANDLORD" | "SENIOR_EXEMPTION" | "OUT_OF_STATE_OWNER" | "RECENTLY_SOLD" | "CODE_VIOLATION")[];
                        };
                        contact?: {
                            hasPhone?: boolean;
                            hasEmail?: boolean;
                        };
                        building?: {
                            effectiveYear?: components["schemas"]["Range"];
                            constructions?: string[];
                            conditions?: string[];
                            zoningCodes?: string[];
                            subdivision?: string;
                            legalDescription?: string;
                        };
                        assessment?: {
                            landValue?: components["schemas"]["Range"];
                            improvementValue?: components["schemas"]["Range"];
                            valueYear?: components["schemas"]["Range"];
                            taxAmount?: components["schemas"]["Range"];
                            taxYear?: components["schemas"]["Range"];
                        };
                        only?: {
                            /** @description Only properties on any of these lists of yours, as they are when it is searched or ordered */
                            listIds?: string[];
                        };
                        exclude?: {
                            /** @description Whether to exclude government and nonprofit bodies, lenders, and companies that hold ten or more properties */
                            institutional?: boolean;
                            propertyIds?: string[];
                        };
                    };
                }[];
                atLeast: number;
            };
            /** @description Only these properties */
            only?: {
                propertyIds?: string[];
                /** @description Only properties on any of these lists of yours, as they are when it is searched or ordered */
                listIds?: string[];
                /**
                 * @description Only leads you purchased in the last 365 days, by what you purchased: mailing data or phones
                 * @enum {string}
                 */
                purchased?: "ANY" | "MAIL" | "MAIL_ONLY" | "CALL" | "BOTH";
                /**
                 * Format: uuid
                 * @description Only the delivered leads of this order
                 */
                orderId?: string;
            };
            exclude?: {
                /** @description Whether to exclude leads you purchased in the last 365 days: true by default */
                delivered?: boolean;
                /** @description Whether to exclude government and nonprofit bodies, lenders, and companies that hold ten or more properties */
                institutional?: boolean;
                savedSearchIds?: string[];
                /** @description Excludes properties at an address of these suppression lists, their own or their mailing address */
                suppressionListIds?: string[];
                /** @description Excludes the delivered leads of these orders of yours, however long ago */
                orderIds?: string[];
                /** @description Excludes the delivered leads of all orders of these campaigns of yours, however long ago */
                campaignIds?: string[];
                propertyIds?: string[];
            };
        };
        /**
         * @example {
         *       "type": "Polygon",
         *       "coordinates": [
         *         [
         *           [
         *             -86.81,
         *             36.15
         *           ],
         *           [
         *             -86.75,
         *             36.15
         *           ],
         *           [
         *             -86.78,
         *             36.19
         *           ],
         *           [
         *             -86.81,
         *             36.15
         *           ]
         *         ]
         *       ]
         *     }
         */
        Polygon: {
            /** @constant */
            type: "Polygon";
            coordinates: [
                number,
                number
            ][][];
        };
        /**
         * @description Both ends are inclusive; an unknown value matches only with includeUnknown.
         * @example {
         *       "min": 2,
         *       "max": 4,
         *       "includeUnknown": true
         *     }
         */
        Range: {
            min?: number;
            max?: number;
            includeUnknown?: boolean;
        };
        /**
         * @example {
         *       "from": "2020-01-01",
         *       "to": "2024-12-31"
         *     }
         */
        Dates: {
            /** Format: date */
            from?: string;
            /** Format: date */
            to?: string;
        } | {
            lastDays: number;
        };
        /**
         * @example {
         *       "orderName": "First mailing",
         *       "quantity": 50,
         *       "criteria": {
         *         "location": {
         *           "counties": [
         *             "47037"
         *           ]
         *         },
         *         "property": {
         *           "assetClasses": [
         *             "RESIDENTIAL"
         *           ],
         *           "yearBuilt": {
         *             "max": 1980
         *           }
         *         },
         *         "owner": {
         *           "occupancies": [
         *             "ABSENTEE_IN_STATE",
         *             "ABSENTEE_OUT_OF_STATE"
         *           ]
         *         }
         *       },
         *       "campaign": {
         *         "name": "Davidson absentee owners",
         *         "campaignType": "MAIL_READY"
         *       }
         *     }
         */
        NewEnterpriseOrder: {
            orderName: string;
            quantity: number;
            /** @description The displayed price per lead: the order is refused at any other price */
            creditRequired?: number;
            /** @description CALL_READY: whether to include leads purchased for mail, whose phones are added at the difference of both prices */
            addPhones?: boolean;
            /** @description The displayed price of added phones: the order is refused at any other price */
            creditsToAddPhones?: number;
            /** @description Which matches are delivered first; random by default */
            sort?: components["schemas"]["OrderSort"];
            /** @description Whether to deliver one property per owner: false by default; the portal sets it for MAIL_READY */
            onePerOwner?: boolean;
            /** @description MAIL_READY: whether to deliver one property per mailing address: false by default; the portal sets it */
            onePerAddress?: boolean;
            /**
             * Format: uuid
             * @description The saved search that the audience comes from; the order keeps its name. One that is gone is ignored
             */
            savedSearchId?: string;
            /** @description Column groups of the delivered file; by default those of the campaign type */
            columns?: ("OWNER" | "MAILING" | "PHONES" | "EMAILS" | "SUPPRESSED_PHONES" | "PROPERTY" | "PARCEL" | "BUILDING" | "VALUES" | "SALE" | "LAND" | "ASSESSMENT")[];
            /** @description The criteria of the campaign by default; required with `campaign` */
            criteria?: components["schemas"]["Criteria"];
            /** Format: uuid */
            campaignId?: string;
            /** @description Instead of `campaignId`: your active campaign of this name and type, created if there is none */
            campaign?: {
                name: string;
                /** @enum {string} */
                campaignType: "MAIL_READY" | "CALL_READY";
            };
        };
        /**
         * @example {
         *       "by": "equityAmount",
         *       "order": "desc"
         *     }
         */
        OrderSort: {
            /** @constant */
            by: "random";
        } | {
            /** @constant */
            by: "distance";
            /** @description By default the center of `location.near` of the criteria */
            from?: {
                lat: number;
                lng: number;
            };
        } | {
            /** @enum {string} */
            by: "place" | "address" | "ownerName" | "estimatedValue" | "yearBuilt" | "livingAreaSqft" | "lastSaleDate" | "lastSalePrice" | "effectiveYear" | "landValue" | "improvementValue" | "taxAmount" | "equityAmount" | "signalCount";
            /** @enum {string} */
            order: "asc" | "desc";
        };
        /**
         * @example {
         *       "orderName": "Second mailing"
         *     }
         */
        OrderChange: {
            orderName?: string;
            /**
             * @description Cancel the order while it is PENDING; its hold is released
             * @constant
             */
            cancel?: true;
        };
        /**
         * @example {
         *       "format": "XLSX",
         *       "preset": "MAIL_HOUSE",
         *       "includeSuppressed": false,
         *       "split": "STATE"
         *     }
         */
        ExportLayout: {
            /**
             * @default CSV
             * @enum {string}
             */
            format: "CSV" | "XLSX";
            /**
             * @description The columns of the trade; instead of `columns`
             * @enum {string}
             */
            preset?: "RAW" | "MAIL_HOUSE" | "DIALER" | "DIALER_LEADS" | "SALESFORCE" | "HUBSPOT" | "HIGHLEVEL" | "FOLLOW_UP_BOSS";
            /** @description In the order of the file; instead of `preset` */
            columns?: {
                /** @enum {string} */
                column: "OWNER_NAME" | "FIRST_NAME" | "MIDDLE_NAME" | "LAST_NAME" | "SUFFIX" | "OWNER_2_FIRST_NAME" | "OWNER_2_MIDDLE_NAME" | "OWNER_2_LAST_NAME" | "OWNER_2_SUFFIX" | "COMPANY" | "SALUTATION" | "ADDRESSEE" | "ADDRESSEE_OR_RESIDENT" | "OWNER_TYPE" | "OCCUPANCY" | "HOMESTEAD" | "MAILING_ADDRESS" | "MAILING_STREET" | "MAILING_UNIT" | "MAILING_CITY" | "MAILING_STATE" | "MAILING_ZIP" | "MAILING_ZIP4" | "MAILING_COUNTRY" | "PHONE" | "PHONE_TYPE" | "PHONE_CHECK" | "CHECKED_ON" | "CALLABLE_UNTIL" | "CONTACT_SOURCE" | "EMAIL_1" | "EMAIL_2" | "PROPERTY_ADDRESS" | "PROPERTY_UNIT" | "PROPERTY_CITY" | "PROPERTY_STATE" | "PROPERTY_ZIP" | "COUNTY" | "COUNTY_FIPS" | "PARCEL_NUMBER" | "LATITUDE" | "LONGITUDE" | "ZONING" | "SUBDIVISION" | "LEGAL_DESCRIPTION" | "PROPERTY_TYPE" | "COUNTY_USE_CODE" | "COUNTY_USE" | "BEDROOMS" | "BATHROOMS" | "LIVING_AREA" | "LOT_SIZE" | "UNITS" | "YEAR_BUILT" | "EFFECTIVE_YEAR" | "CONSTRUCTION" | "CONDITION" | "ESTIMATED_VALUE" | "ASSESSED_VALUE" | "MARKET_VALUE" | "EQUITY" | "EQUITY_PERCENT" | "LTV" | "SIGNALS" | "LAND_VALUE" | "IMPROVEMENT_VALUE" | "VALUE_YEAR" | "TAX_AMOUNT" | "TAX_YEAR" | "LAST_SALE_DATE" | "LAST_SALE_PRICE" | "YEARS_OWNED" | "LAST_SALE_DOCUMENT" | "OPEN_LOANS" | "LOAN_BALANCE" | "LOAN_1_AMOUNT" | "LOAN_1_DATE" | "LOAN_1_TYPE" | "LOAN_1_LENDER" | "LEAD_ID" | "ORDER_ID" | "PROPERTY_ID" | "LIST_NAMES" | "DATA_SOURCE" | "DATA_DATE";
                /** @description Its own name by default */
                header?: string;
            }[];
            /**
             * @description Names in title case, or in capitals as counties write them; by default that of the preset, or TITLE
             * @enum {string}
             */
            nameCase?: "TITLE" | "COUNTY";
            /**
             * @description One row per lead, or one per phone without leads that have none; by default that of the preset
             * @enum {string}
             */
            phones?: "COLUMNS" | "ROWS";
            /** @description With COLUMNS; one has a header without a number. By default that of the preset, or five */
            phonesPerLead?: number;
            /**
             * @description Include numbers that may not be called, each with the reason, after those that may
             * @default false
             */
            includeSuppressed: boolean;
            /**
             * @description A split file is a ZIP of its parts
             * @default NONE
             * @enum {string}
             */
            split: "NONE" | "STATE" | "COUNTY" | "ROWS";
            /** @description With the split ROWS */
            rowsPerFile?: number;
        };
        /**
         * @example {
         *       "name": "Customers of 2026"
         *     }
         */
        SuppressionListChange: {
            name: string;
        };
        /**
         * @example {
         *       "day": "2026-11-02",
         *       "orderId": null,
         *       "mailed": 500,
         *       "responses": 12,
         *       "appointments": 4,
         *       "deals": 1,
         *       "revenue": 850000,
         *       "otherCost": 32500
         *     }
         */
        NewCampaignResult: {
            /**
             * Format: date
             * @description The day of the results
             */
            day: string;
            /**
             * @description The order they belong to; null for the whole campaign
             * @default null
             */
            orderId: string | null;
            /**
             * @description Pieces mailed, or owners called
             * @default 0
             */
            mailed: number;
            /**
             * @description At most one per piece: more than the pieces mailed in the campaign are refused, once some are
             * @default 0
             */
            responses: number;
            /** @default 0 */
            appointments: number;
            /** @default 0 */
            deals: number;
            /**
             * @description In cents
             * @default 0
             */
            revenue: number;
            /**
             * @description Other cost than leads, such as postage, in cents
             * @default 0
             */
            otherCost: number;
        };
        /**
         * @example {
         *       "order": {
         *         "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
         *         "orderName": "First mailing",
         *         "isSingle": false,
         *         "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
         *         "campaignName": "Davidson absentee owners",
         *         "campaignType": "MAIL_READY",
         *         "quantity": 500,
         *         "deliveredQuantity": 0,
         *         "creditRequired": 1,
         *         "addPhones": false,
         *         "creditsToAddPhones": 0,
         *         "sort": {
         *           "by": "random"
         *         },
         *         "onePerOwner": true,
         *         "onePerAddress": true,
         *         "creditsHeld": 500,
         *         "creditsCaptured": 0,
         *         "creditsReleased": 0,
         *         "totalPrice": 500,
         *         "userFacingStatus": "PENDING",
         *         "internalStatus": "QUEUED",
         *         "criteriaSummary": {
         *           "filters": 1,
         *           "places": "Davidson County, TN",
         *           "stacked": 0,
         *           "chosen": 0,
         *           "excludesSearches": false
         *         },
         *         "createdAt": "2026-11-02T09:30:00.000Z",
         *         "isExpired": false,
         *         "isRefreshing": false,
         *         "columns": [
         *           "OWNER",
         *           "MAILING",
         *           "PROPERTY",
         *           "PARCEL",
         *           "BUILDING",
         *           "VALUES",
         *           "SALE"
         *         ],
         *         "fileVersion": 0
         *       }
         *     }
         */
        OrderCreated: {
            order: components["schemas"]["ListedOrder"];
        };
        /**
         * @example {
         *       "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
         *       "orderName": "First mailing",
         *       "isSingle": false,
         *       "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
         *       "campaignName": "Davidson absentee owners",
         *       "campaignType": "MAIL_READY",
         *       "quantity": 500,
         *       "deliveredQuantity": 500,
         *       "creditRequired": 1,
         *       "addPhones": false,
         *       "creditsToAddPhones": 0,
         *       "sort": {
         *         "by": "random"
         *       },
         *       "onePerOwner": true,
         *       "onePerAddress": true,
         *       "creditsHeld": 0,
         *       "creditsCaptured": 500,
         *       "creditsReleased": 0,
         *       "totalPrice": 500,
         *       "userFacingStatus": "COMPLETED",
         *       "internalStatus": "READY",
         *       "criteriaSummary": {
         *         "filters": 1,
         *         "places": "Davidson County, TN",
         *         "stacked": 0,
         *         "chosen": 0,
         *         "excludesSearches": false
         *       },
         *       "createdAt": "2026-11-02T09:30:00.000Z",
         *       "completedAt": "2026-11-02T09:30:04.000Z",
         *       "isExpired": false,
         *       "isRefreshing": false,
         *       "columns": [
         *         "OWNER",
         *         "MAILING",
         *         "PROPERTY",
         *         "PARCEL",
         *         "BUILDING",
         *         "VALUES",
         *         "SALE"
         *       ],
         *       "fileVersion": 1
         *     }
         */
        ListedOrder: {
            id: string;
            orderName: string;
            /**
             * @description Placed with a test key: free, with generated leads
             * @constant
             */
            isTest?: true;
            /** @description Ordered as one lead from its property, without a form */
            isSingle: boolean;
            campaignId?: string;
            campaignName?: string;
            /** @enum {string} */
            campaignType: "MAIL_READY" | "CALL_READY";
            quantity: number;
            deliveredQuantity: number;
            /** @description Credits of a new lead */
            creditRequired: number;
            /** @description Whether the phones of leads purchased for mail are added */
            addPhones: boolean;
            /** @description Credits of the phones of a lead purchased for mail */
            creditsToAddPhones: number;
            sort: components["schemas"]["OrderSort"];
            /** @description Whether to deliver one property per owner */
            onePerOwner: boolean;
            /** @description MAIL_READY: whether to deliver one property per mailing address */
            onePerAddress: boolean;
            creditsHeld: number;
            creditsCaptured: number;
            creditsReleased: number;
            /** @description Credits captured, or held while the order is in progress */
            totalPrice: number;
            /** @enum {string} */
            userFacingStatus: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
            /** @enum {string} */
            internalStatus: "QUEUED" | "SELECTING" | "TRACING" | "SCRUBBING" | "ASSEMBLING" | "READY" | "FAILED" | "CANCELLED";
            failureReason?: string;
            /** @description Why a completed order delivered fewer leads than requested */
            note?: string;
            criteriaSummary: components["schemas"]["CriteriaSummary"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            completedAt?: string;
            /**
             * Format: date-time
             * @description Of a CALL_READY order: until when its numbers may be called, 30 days after their check or while the registry version they were checked against is at most 31 days old; before completion, 30 days after the order was placed
             */
            expiresAt?: string;
            /** @description Its file is available again once its numbers are rechecked */
            isExpired: boolean;
            /**
             * Format: date-time
             * @description When its numbers were last checked
             */
            dncCheckedAt?: string;
            /** @description Its numbers are being rechecked */
            isRefreshing: boolean;
            /** @description Of its file */
            columns: ("OWNER" | "MAILING" | "PHONES" | "EMAILS" | "SUPPRESSED_PHONES" | "PROPERTY" | "PARCEL" | "BUILDING" | "VALUES" | "SALE" | "LAND" | "ASSESSMENT")[];
            /** @description Version of the delivered file; 0 before the first */
            fileVersion: number;
        };
        /**
         * @example {
         *       "filters": 1,
         *       "places": "Davidson County, TN and 2 more",
         *       "stacked": 0,
         *       "chosen": 0,
         *       "excludesSearches": false
         *     }
         */
        CriteriaSummary: {
            /** @description Number of filters, including exclusions, but without places, a stack or chosen properties */
            filters: number;
            /** @description The location as text: the first place and the number of others; null without places */
            places: string | null;
            /** @description Number of stacked searches; 0 without a stack */
            stacked: number;
            /** @description Number of chosen properties; 0 if not limited to chosen ones */
            chosen: number;
            /** @description Whether saved searches are excluded */
            excludesSearches: boolean;
        };
        /**
         * @example {
         *       "order": {
         *         "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
         *         "orderName": "First mailing",
         *         "isSingle": false,
         *         "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
         *         "campaignName": "Davidson absentee owners",
         *         "campaignType": "MAIL_READY",
         *         "quantity": 500,
         *         "deliveredQuantity": 500,
         *         "creditRequired": 1,
         *         "addPhones": false,
         *         "creditsToAddPhones": 0,
         *         "sort": {
         *           "by": "random"
         *         },
         *         "onePerOwner": true,
         *         "onePerAddress": true,
         *         "creditsHeld": 0,
         *         "creditsCaptured": 500,
         *         "creditsReleased": 0,
         *         "totalPrice": 500,
         *         "userFacingStatus": "COMPLETED",
         *         "internalStatus": "READY",
         *         "criteriaSummary": {
         *           "filters": 1,
         *           "places": "Davidson County, TN",
         *           "stacked": 0,
         *           "chosen": 0,
         *           "excludesSearches": false
         *         },
         *         "createdAt": "2026-11-02T09:30:00.000Z",
         *         "completedAt": "2026-11-02T09:30:04.000Z",
         *         "isExpired": false,
         *         "isRefreshing": false,
         *         "columns": [
         *           "OWNER",
         *           "MAILING",
         *           "PROPERTY",
         *           "PARCEL",
         *           "BUILDING",
         *           "VALUES",
         *           "SALE"
         *         ],
         *         "fileVersion": 1
         *       },
         *       "from": "ASSEMBLING",
         *       "to": "READY"
         *     }
         */
        OrderStatusChanged: {
            order: components["schemas"]["ListedOrder"];
            /** @enum {string} */
            from: "QUEUED" | "SELECTING" | "TRACING" | "SCRUBBING" | "ASSEMBLING" | "READY" | "FAILED" | "CANCELLED";
            /** @enum {string} */
            to: "QUEUED" | "SELECTING" | "TRACING" | "SCRUBBING" | "ASSEMBLING" | "READY" | "FAILED" | "CANCELLED";
        };
        /**
         * @example {
         *       "order": {
         *         "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
         *         "orderName": "First mailing",
         *         "isSingle": false,
         *         "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
         *         "campaignName": "Davidson absentee owners",
         *         "campaignType": "MAIL_READY",
         *         "quantity": 500,
         *         "deliveredQuantity": 500,
         *         "creditRequired": 1,
         *         "addPhones": false,
         *         "creditsToAddPhones": 0,
         *         "sort": {
         *           "by": "random"
         *         },
         *         "onePerOwner": true,
         *         "onePerAddress": true,
         *         "creditsHeld": 0,
         *         "creditsCaptured": 500,
         *         "creditsReleased": 0,
         *         "totalPrice": 500,
         *         "userFacingStatus": "COMPLETED",
         *         "internalStatus": "READY",
         *         "criteriaSummary": {
         *           "filters": 1,
         *           "places": "Davidson County, TN",
         *           "stacked": 0,
         *           "chosen": 0,
         *           "excludesSearches": false
         *         },
         *         "createdAt": "2026-11-02T09:30:00.000Z",
         *         "completedAt": "2026-11-02T09:30:04.000Z",
         *         "isExpired": false,
         *         "isRefreshing": false,
         *         "columns": [
         *           "OWNER",
         *           "MAILING",
         *           "PROPERTY",
         *           "PARCEL",
         *           "BUILDING",
         *           "VALUES",
         *           "SALE"
         *         ],
         *         "fileVersion": 1
         *       }
         *     }
         */
        OrderCompleted: {
            order: components["schemas"]["ListedOrder"];
            /** @description The CSV, if you send an order to a webhook again from the portal */
            file?: {
                /** @description Needs no API key */
                url: string;
                /**
                 * Format: date-time
                 * @description When the link ends, 60 minutes after the attempt that sends it
                 */
                expiresAt: string;
            };
        };
        /**
         * @example {
         *       "order": {
         *         "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
         *         "orderName": "First mailing",
         *         "isSingle": false,
         *         "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
         *         "campaignName": "Davidson absentee owners",
         *         "campaignType": "MAIL_READY",
         *         "quantity": 500,
         *         "deliveredQuantity": 0,
         *         "creditRequired": 1,
         *         "addPhones": false,
         *         "creditsToAddPhones": 0,
         *         "sort": {
         *           "by": "random"
         *         },
         *         "onePerOwner": true,
         *         "onePerAddress": true,
         *         "creditsHeld": 0,
         *         "creditsCaptured": 0,
         *         "creditsReleased": 500,
         *         "totalPrice": 0,
         *         "userFacingStatus": "FAILED",
         *         "internalStatus": "FAILED",
         *         "failureReason": "You have already purchased all properties that match these filters.",
         *         "criteriaSummary": {
         *           "filters": 1,
         *           "places": "Davidson County, TN",
         *           "stacked": 0,
         *           "chosen": 0,
         *           "excludesSearches": false
         *         },
         *         "createdAt": "2026-11-02T09:30:00.000Z",
         *         "completedAt": "2026-11-02T09:30:04.000Z",
         *         "isExpired": false,
         *         "isRefreshing": false,
         *         "columns": [
         *           "OWNER",
         *           "MAILING",
         *           "PROPERTY",
         *           "PARCEL",
         *           "BUILDING",
         *           "VALUES",
         *           "SALE"
         *         ],
         *         "fileVersion": 0
         *       }
         *     }
         */
        OrderFailed: {
            order: components["schemas"]["ListedOrder"];
        };
        /**
         * @example {
         *       "order": {
         *         "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
         *         "orderName": "First mailing",
         *         "isSingle": false,
         *         "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
         *         "campaignName": "Davidson absentee owners",
         *         "campaignType": "CALL_READY",
         *         "quantity": 500,
         *         "deliveredQuantity": 500,
         *         "creditRequired": 1,
         *         "addPhones": false,
         *         "creditsToAddPhones": 0,
         *         "sort": {
         *           "by": "random"
         *         },
         *         "onePerOwner": true,
         *         "onePerAddress": true,
         *         "creditsHeld": 0,
         *         "creditsCaptured": 500,
         *         "creditsReleased": 0,
         *         "totalPrice": 500,
         *         "userFacingStatus": "COMPLETED",
         *         "internalStatus": "READY",
         *         "criteriaSummary": {
         *           "filters": 1,
         *           "places": "Davidson County, TN",
         *           "stacked": 0,
         *           "chosen": 0,
         *           "excludesSearches": false
         *         },
         *         "createdAt": "2026-11-02T09:30:00.000Z",
         *         "completedAt": "2026-11-02T09:30:04.000Z",
         *         "isExpired": false,
         *         "isRefreshing": false,
         *         "columns": [
         *           "OWNER",
         *           "MAILING",
         *           "PROPERTY",
         *           "PARCEL",
         *           "BUILDING",
         *           "VALUES",
         *           "SALE"
         *         ],
         *         "fileVersion": 2
         *       },
         *       "fileVersion": 2,
         *       "callableLeads": 471
         *     }
         */
        OrderDncRefreshed: {
            order: components["schemas"]["ListedOrder"];
            fileVersion: number;
            /** @description Leads of that version with a callable number */
            callableLeads: number;
        };
        /**
         * @example {
         *       "order": {
         *         "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
         *         "orderName": "First mailing",
         *         "isSingle": false,
         *         "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
         *         "campaignName": "Davidson absentee owners",
         *         "campaignType": "MAIL_READY",
         *         "quantity": 500,
         *         "deliveredQuantity": 500,
         *         "creditRequired": 1,
         *         "addPhones": false,
         *         "creditsToAddPhones": 0,
         *         "sort": {
         *           "by": "random"
         *         },
         *         "onePerOwner": true,
         *         "onePerAddress": true,
         *         "creditsHeld": 0,
         *         "creditsCaptured": 500,
         *         "creditsReleased": 0,
         *         "totalPrice": 500,
         *         "userFacingStatus": "COMPLETED",
         *         "internalStatus": "READY",
         *         "criteriaSummary": {
         *           "filters": 1,
         *           "places": "Davidson County, TN",
         *           "stacked": 0,
         *           "chosen": 0,
         *           "excludesSearches": false
         *         },
         *         "createdAt": "2026-11-02T09:30:00.000Z",
         *         "completedAt": "2026-11-02T09:30:04.000Z",
         *         "isExpired": false,
         *         "isRefreshing": false,
         *         "columns": [
         *           "OWNER",
         *           "MAILING",
         *           "PROPERTY",
         *           "PARCEL",
         *           "BUILDING",
         *           "VALUES",
         *           "SALE"
         *         ],
         *         "fileVersion": 1
         *       },
         *       "expiresAt": "2026-12-02T09:30:00.000Z"
         *     }
         */
        OrderExpiring: {
            order: components["schemas"]["ListedOrder"];
            /** Format: date-time */
            expiresAt: string;
        };
        /**
         * @example {
         *       "order": {
         *         "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
         *         "orderName": "First mailing",
         *         "isSingle": false,
         *         "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
         *         "campaignName": "Davidson absentee owners",
         *         "campaignType": "MAIL_READY",
         *         "quantity": 500,
         *         "deliveredQuantity": 500,
         *         "creditRequired": 1,
         *         "addPhones": false,
         *         "creditsToAddPhones": 0,
         *         "sort": {
         *           "by": "random"
         *         },
         *         "onePerOwner": true,
         *         "onePerAddress": true,
         *         "creditsHeld": 0,
         *         "creditsCaptured": 500,
         *         "creditsReleased": 0,
         *         "totalPrice": 500,
         *         "userFacingStatus": "COMPLETED",
         *         "internalStatus": "READY",
         *         "criteriaSummary": {
         *           "filters": 1,
         *           "places": "Davidson County, TN",
         *           "stacked": 0,
         *           "chosen": 0,
         *           "excludesSearches": false
         *         },
         *         "createdAt": "2026-11-02T09:30:00.000Z",
         *         "completedAt": "2026-11-02T09:30:04.000Z",
         *         "isExpired": false,
         *         "isRefreshing": false,
         *         "columns": [
         *           "OWNER",
         *           "MAILING",
         *           "PROPERTY",
         *           "PARCEL",
         *           "BUILDING",
         *           "VALUES",
         *           "SALE"
         *         ],
         *         "fileVersion": 1
         *       },
         *       "expiresAt": "2026-12-02T09:30:00.000Z"
         *     }
         */
        OrderExpired: {
            order: components["schemas"]["ListedOrder"];
            /** Format: date-time */
            expiresAt: string;
        };
        /**
         * @example {
         *       "balance": {
         *         "subscriptionCredits": 12,
         *         "subscriptionCreditsHeld": 500,
         *         "onDemandCredits": 0
         *       },
         *       "threshold": 50
         *     }
         */
        CreditsLow: {
            balance: components["schemas"]["Balance"];
            /** @description The smallest minimum order: fewer credits than this are left */
            threshold: number;
        };
        /**
         * @example {
         *       "subscriptionCredits": 3200,
         *       "subscriptionCreditsHeld": 800,
         *       "onDemandCredits": 500
         *     }
         */
        Balance: {
            subscriptionCredits: number;
            subscriptionCreditsHeld: number;
            onDemandCredits: number;
        };
        /**
         * @example {
         *       "balance": {
         *         "subscriptionCredits": 3200,
         *         "subscriptionCreditsHeld": 800,
         *         "onDemandCredits": 500
         *       },
         *       "bucket": "ON_DEMAND",
         *       "amount": 250,
         *       "reason": "For the order that came back short on November 2"
         *     }
         */
        CreditsAdjusted: {
            balance: components["schemas"]["Balance"];
            /** @enum {string} */
            bucket: "SUBSCRIPTION" | "ON_DEMAND";
            /** @description Signed */
            amount: number;
            reason: string;
        };
        /**
         * @example {
         *       "subscription": {
         *         "id": "019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a50",
         *         "planId": "00000000-0000-7000-8000-000000000102",
         *         "planName": "Growth",
         *         "status": "ACTIVE",
         *         "interval": "MONTH",
         *         "price": {
         *           "amount": 14900,
         *           "currency": "USD"
         *         },
         *         "creditsPerPeriod": 4000,
         *         "currentPeriodStart": "2026-11-02T09:30:00.000Z",
         *         "currentPeriodEnd": "2026-12-02T09:30:00.000Z",
         *         "cancelAtPeriodEnd": false,
         *         "createdAt": "2026-11-02T09:30:00.000Z"
         *       }
         *     }
         */
        SubscriptionUpdated: {
            subscription: components["schemas"]["Subscription"];
        };
        /**
         * @example {
         *       "id": "019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a50",
         *       "planId": "00000000-0000-7000-8000-000000000102",
         *       "planName": "Growth",
         *       "status": "ACTIVE",
         *       "interval": "MONTH",
         *       "price": {
         *         "amount": 14900,
         *         "currency": "USD"
         *       },
         *       "creditsPerPeriod": 4000,
         *       "currentPeriodStart": "2026-11-02T09:30:00.000Z",
         *       "currentPeriodEnd": "2026-12-02T09:30:00.000Z",
         *       "cancelAtPeriodEnd": false,
         *       "createdAt": "2026-11-02T09:30:00.000Z"
         *     }
         */
        Subscription: {
            id: string;
            planId: string;
            planName: string;
            /** @enum {string} */
            status: "ACTIVE" | "PAST_DUE" | "INACTIVE";
            /** @enum {string} */
            interval: "MONTH" | "YEAR";
            price: components["schemas"]["Money"];
            /** @description Credits granted every month */
            creditsPerPeriod: number;
            /** Format: date-time */
            currentPeriodStart: string;
            /** Format: date-time */
            currentPeriodEnd: string;
            cancelAtPeriodEnd: boolean;
            /**
             * Format: date-time
             * @description While past due: when it ends if it is not paid
             */
            graceUntil?: string;
            /** @description The plan from the end of the period on, if a downgrade is scheduled */
            next?: {
                planId: string;
                planName: string;
                price: components["schemas"]["Money"];
                creditsPerPeriod: number;
            };
            /** Format: date-time */
            endedAt?: string;
            /** @enum {string} */
            endReason?: "CANCELLED" | "PAYMENT_FAILED";
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "amount": 4900,
         *       "currency": "USD"
         *     }
         */
        Money: {
            amount: number;
            currency: string;
        };
        /**
         * @example {
         *       "subscription": {
         *         "id": "019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a50",
         *         "planId": "00000000-0000-7000-8000-000000000102",
         *         "planName": "Growth",
         *         "status": "PAST_DUE",
         *         "interval": "MONTH",
         *         "price": {
         *           "amount": 14900,
         *           "currency": "USD"
         *         },
         *         "creditsPerPeriod": 4000,
         *         "currentPeriodStart": "2026-11-02T09:30:00.000Z",
         *         "currentPeriodEnd": "2026-12-02T09:30:00.000Z",
         *         "cancelAtPeriodEnd": false,
         *         "graceUntil": "2026-12-09T09:30:00.000Z",
         *         "createdAt": "2026-11-02T09:30:00.000Z"
         *       }
         *     }
         */
        SubscriptionPaymentFailed: {
            subscription: components["schemas"]["Subscription"];
        };
        /**
         * @example {
         *       "savedSearch": {
         *         "id": "0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1",
         *         "name": "Absentee owners of Davidson"
         *       },
         *       "count": 1834,
         *       "entered": 14,
         *       "left": 3,
         *       "countedAt": "2026-11-02T09:30:00.000Z"
         *     }
         */
        SavedSearchChanged: {
            savedSearch: {
                id: string;
                name: string;
            };
            count: number;
            /** @description Null if there are too many matches to track */
            entered: number | null;
            left: number | null;
            /** Format: date-time */
            countedAt: string;
        };
        /**
         * @example {
         *       "notification": {
         *         "kind": "TASK_DUE",
         *         "title": "A task is due",
         *         "body": "",
         *         "path": "/portal/today",
         *         "createdAt": "2026-11-02T09:30:00.000Z"
         *       }
         *     }
         */
        NotificationCreated: {
            notification: {
                /** @enum {string} */
                kind: "ORDER_READY" | "ORDER_FAILED" | "ORDER_EXPIRING" | "ORDER_EXPIRED" | "RECURRING_ORDER" | "NEW_MATCHES" | "TASK_DUE" | "CREDITS" | "COUNTY_DATA";
                title: string;
                /** @description A sentence or two; empty when the title says it all */
                body: string;
                /** @description The path of the screen that it is about, with a leading slash */
                path: string;
                /** Format: date-time */
                createdAt: string;
            };
        };
        /**
         * @example {
         *       "message": "This webhook works."
         *     }
         */
        WebhookTested: {
            message: string;
        };
        /**
         * @example {
         *       "campaignType": "CALL_READY",
         *       "matched": 1834,
         *       "alreadyDelivered": 200,
         *       "purchased": 140,
         *       "purchasedForMail": 60,
         *       "phonesToAdd": 31,
         *       "free": 0,
         *       "duplicates": 0,
         *       "noContact": 510,
         *       "notTraced": 0,
         *       "suppressed": 224,
         *       "suppressedBy": [
         *         {
         *           "result": "NATIONAL_DNC",
         *           "count": 204
         *         },
         *         {
         *           "result": "NOT_SCRUBBED",
         *           "count": 20
         *         }
         *       ],
         *       "deliverable": 900,
         *       "isEstimate": false,
         *       "creditsPerLead": 3,
         *       "creditsToAddPhones": 2,
         *       "credits": 2700,
         *       "minQuantity": 50,
         *       "dataAsOf": "2026-11-02T09:30:00.000Z"
         *     }
         */
        OrderQuote: {
            /** @enum {string} */
            campaignType: "MAIL_READY" | "CALL_READY";
            /** @description Properties that match the criteria, including purchased ones */
            matched: number;
            /** @description Excluded because you purchased them in the last 365 days */
            alreadyDelivered: number;
            /** @description Of the excluded ones, those with all that this type delivers; CALL_READY: purchased with phones */
            purchased: number;
            /** @description CALL_READY: of the excluded ones, those purchased for mail: `addPhones` includes them; 0 with it */
            purchasedForMail: number;
            /** @description CALL_READY: of those purchased for mail, those with a callable number, whether excluded or deliverable */
            phonesToAdd: number;
            /** @description Of the deliverable ones, purchased in the last 365 days: free, if the criteria include them */
            free: number;
            /** @description Deliverable, but excluded by `onePerOwner` or `onePerAddress` */
            duplicates: number;
            /** @description MAIL_READY: without an owner name or a full mailing address. CALL_READY: without a known phone number */
            noContact: number;
            /** @description CALL_READY: of those without a known number, how many the contact provider has not been queried for */
            notTraced: number;
            /** @description CALL_READY: no known number may be called */
            suppressed: number;
            /** @description The suppressed ones by their most severe reason */
            suppressedBy: {
                /** @enum {string} */
                result: "CLEAN" | "LITIGATOR" | "INTERNAL_DNC" | "NATIONAL_DNC" | "STATE_DNC" | "NOT_SCRUBBED";
                count: number;
            }[];
            deliverable: number;
            /** @description Whether the parts of `matched` were estimated from a sample, each to about 1% of `matched`, so a small one may be far off and is no limit: only of more matches than an order can have */
            isEstimate: boolean;
            creditsPerLead: number;
            /** @description CALL_READY: price of the phones of a lead purchased for mail: the difference of both prices */
            creditsToAddPhones: number;
            /** @description Price of all deliverable leads */
            credits: number;
            /** @description The smallest order: 1, or the price list's minimum volume of a campaign */
            minQuantity: number;
            dataAsOf: string | null;
        };
        /**
         * @example {
         *       "message": "Order name is required",
         *       "code": "VALIDATION",
         *       "requestId": "01K9Z3V7Q4W8N2B6D5F0H1J3K7",
         *       "issues": [
         *         {
         *           "path": "orderName",
         *           "message": "Order name is required"
         *         }
         *       ]
         *     }
         */
        Error: {
            message: string;
            /** @enum {string} */
            code: "VALIDATION" | "NOT_AUTHENTICATED" | "INSUFFICIENT_CREDITS" | "FORBIDDEN" | "EMAIL_NOT_VERIFIED" | "SECOND_FACTOR_REQUIRED" | "SECOND_FACTOR_SETUP_REQUIRED" | "STEP_UP_REQUIRED" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE" | "RATE_LIMITED" | "INTERNAL" | "UNAVAILABLE";
            requestId: string;
            issues?: {
                path: string;
                message: string;
            }[];
            /** @constant */
            quote?: "OUTDATED";
            /** @description With SECOND_FACTOR_REQUIRED: completes this sign-in together with the second factor, until `expiresAt` */
            challenge?: string;
            /** Format: date-time */
            expiresAt?: string;
            /** @description With SECOND_FACTOR_REQUIRED and STEP_UP_REQUIRED: how the user can confirm their identity */
            methods?: components["schemas"]["SecondFactorMethod"][];
        } & {
            [key: string]: unknown;
        };
        /**
         * @example TOTP
         * @enum {string}
         */
        SecondFactorMethod: "PASSKEY" | "TOTP" | "RECOVERY_CODE";
        /**
         * @example {
         *       "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
         *       "orderName": "First mailing",
         *       "isSingle": false,
         *       "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
         *       "campaignName": "Davidson absentee owners",
         *       "campaignType": "MAIL_READY",
         *       "quantity": 500,
         *       "deliveredQuantity": 500,
         *       "creditRequired": 1,
         *       "addPhones": false,
         *       "creditsToAddPhones": 0,
         *       "sort": {
         *         "by": "random"
         *       },
         *       "onePerOwner": true,
         *       "onePerAddress": true,
         *       "creditsHeld": 0,
         *       "creditsCaptured": 500,
         *       "creditsReleased": 0,
         *       "totalPrice": 500,
         *       "userFacingStatus": "COMPLETED",
         *       "internalStatus": "READY",
         *       "criteriaSummary": {
         *         "filters": 1,
         *         "places": "Davidson County, TN",
         *         "stacked": 0,
         *         "chosen": 0,
         *         "excludesSearches": false
         *       },
         *       "createdAt": "2026-11-02T09:30:00.000Z",
         *       "completedAt": "2026-11-02T09:30:04.000Z",
         *       "isExpired": false,
         *       "isRefreshing": false,
         *       "columns": [
         *         "OWNER",
         *         "MAILING",
         *         "PROPERTY",
         *         "PARCEL",
         *         "BUILDING",
         *         "VALUES",
         *         "SALE"
         *       ],
         *       "fileVersion": 1,
         *       "criteria": {
         *         "location": {
         *           "counties": [
         *             "47037"
         *           ]
         *         },
         *         "owner": {
         *           "occupancies": [
         *             "ABSENTEE_OUT_OF_STATE"
         *           ]
         *         }
         *       }
         *     }
         */
        Order: {
            id: string;
            orderName: string;
            /**
             * @description Placed with a test key: free, with generated leads
             * @constant
             */
            isTest?: true;
            /** @description Ordered as one lead from its property, without a form */
            isSingle: boolean;
            campaignId?: string;
            campaignName?: string;
            /** @enum {string} */
            campaignType: "MAIL_READY" | "CALL_READY";
            quantity: number;
            deliveredQuantity: number;
            /** @description Credits of a new lead */
            creditRequired: number;
            /** @description Whether the phones of leads purchased for mail are added */
            addPhones: boolean;
            /** @description Credits of the phones of a lead purchased for mail */
            creditsToAddPhones: number;
            sort: components["schemas"]["OrderSort"];
            /** @description Whether to deliver one property per owner */
            onePerOwner: boolean;
            /** @description MAIL_READY: whether to deliver one property per mailing address */
            onePerAddress: boolean;
            creditsHeld: number;
            creditsCaptured: number;
            creditsReleased: number;
            /** @description Credits captured, or held while the order is in progress */
            totalPrice: number;
            /** @enum {string} */
            userFacingStatus: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
            /** @enum {string} */
            internalStatus: "QUEUED" | "SELECTING" | "TRACING" | "SCRUBBING" | "ASSEMBLING" | "READY" | "FAILED" | "CANCELLED";
            failureReason?: string;
            /** @description Why a completed order delivered fewer leads than requested */
            note?: string;
            criteriaSummary: components["schemas"]["CriteriaSummary"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            completedAt?: string;
            /**
             * Format: date-time
             * @description Of a CALL_READY order: until when its numbers may be called, 30 days after their check or while the registry version they were checked against is at most 31 days old; before completion, 30 days after the order was placed
             */
            expiresAt?: string;
            /** @description Its file is available again once its numbers are rechecked */
            isExpired: boolean;
            /**
             * Format: date-time
             * @description When its numbers were last checked
             */
            dncCheckedAt?: string;
            /** @description Its numbers are being rechecked */
            isRefreshing: boolean;
            /** @description Of its file */
            columns: ("OWNER" | "MAILING" | "PHONES" | "EMAILS" | "SUPPRESSED_PHONES" | "PROPERTY" | "PARCEL" | "BUILDING" | "VALUES" | "SALE" | "LAND" | "ASSESSMENT")[];
            /** @description Version of the delivered file; 0 before the first */
            fileVersion: number;
            criteria: components["schemas"]["Criteria"];
        };
        /**
         * @example {
         *       "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
         *       "orderName": "First mailing",
         *       "isSingle": false,
         *       "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
         *       "campaignName": "Davidson absentee owners",
         *       "campaignType": "MAIL_READY",
         *       "quantity": 500,
         *       "deliveredQuantity": 500,
         *       "creditRequired": 1,
         *       "addPhones": false,
         *       "creditsToAddPhones": 0,
         *       "sort": {
         *         "by": "random"
         *       },
         *       "onePerOwner": true,
         *       "onePerAddress": true,
         *       "creditsHeld": 0,
         *       "creditsCaptured": 500,
         *       "creditsReleased": 0,
         *       "totalPrice": 500,
         *       "userFacingStatus": "COMPLETED",
         *       "internalStatus": "READY",
         *       "criteriaSummary": {
         *         "filters": 1,
         *         "places": "Davidson County, TN",
         *         "stacked": 0,
         *         "chosen": 0,
         *         "excludesSearches": false
         *       },
         *       "createdAt": "2026-11-02T09:30:00.000Z",
         *       "completedAt": "2026-11-02T09:30:04.000Z",
         *       "isExpired": false,
         *       "isRefreshing": false,
         *       "columns": [
         *         "OWNER",
         *         "MAILING",
         *         "PROPERTY",
         *         "PARCEL",
         *         "BUILDING",
         *         "VALUES",
         *         "SALE"
         *       ],
         *       "fileVersion": 1,
         *       "criteria": {
         *         "location": {
         *           "counties": [
         *             "47037"
         *           ]
         *         },
         *         "owner": {
         *           "occupancies": [
         *             "ABSENTEE_OUT_OF_STATE"
         *           ]
         *         }
         *       },
         *       "history": [
         *         {
         *           "at": "2026-11-02T09:30:00.000Z",
         *           "from": null,
         *           "to": "QUEUED"
         *         },
         *         {
         *           "at": "2026-11-02T09:30:00.200Z",
         *           "from": "QUEUED",
         *           "to": "SELECTING"
         *         },
         *         {
         *           "at": "2026-11-02T09:30:03.100Z",
         *           "from": "SELECTING",
         *           "to": "ASSEMBLING",
         *           "detail": "500 leads selected"
         *         },
         *         {
         *           "at": "2026-11-02T09:30:04.000Z",
         *           "from": "ASSEMBLING",
         *           "to": "READY",
         *           "detail": "500 leads delivered"
         *         }
         *       ],
         *       "quote": {
         *         "matched": 1834,
         *         "alreadyDelivered": 500,
         *         "purchased": 500,
         *         "purchasedForMail": 0,
         *         "phonesToAdd": 0,
         *         "free": 0,
         *         "duplicates": 0,
         *         "noContact": 44,
         *         "notTraced": 0,
         *         "suppressed": 0,
         *         "suppressedBy": [],
         *         "deliverable": 1290,
         *         "isEstimate": false
         *       },
         *       "available": {
         *         "leads": 790
         *       },
         *       "waterfall": {
         *         "matched": 1834,
         *         "mailable": 1790,
         *         "fresh": 1290,
         *         "selected": 500
         *       },
         *       "files": [
         *         {
         *           "version": 1,
         *           "createdAt": "2026-11-02T09:30:04.000Z",
         *           "leads": 500,
         *           "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *           "rechecks": [],
         *           "hasCertificate": false
         *         }
         *       ],
         *       "notices": []
         *     }
         */
        OrderDetail: {
            id: string;
            orderName: string;
            /**
             * @description Placed with a test key: free, with generated leads
             * @constant
             */
            isTest?: true;
            /** @description Ordered as one lead from its property, without a form */
            isSingle: boolean;
            campaignId?: string;
            campaignName?: string;
            /** @enum {string} */
            campaignType: "MAIL_READY" | "CALL_READY";
            quantity: number;
            deliveredQuantity: number;
            /** @description Credits of a new lead */
            creditRequired: number;
            /** @description Whether the phones of leads purchased for mail are added */
            addPhones: boolean;
            /** @description Credits of the phones of a lead purchased for mail */
            creditsToAddPhones: number;
            sort: components["schemas"]["OrderSort"];
            /** @description Whether to deliver one property per owner */
            onePerOwner: boolean;
            /** @description MAIL_READY: whether to deliver one property per mailing address */
            onePerAddress: boolean;
            creditsHeld: number;
            creditsCaptured: number;
            creditsReleased: number;
            /** @description Credits captured, or held while the order is in progress */
            totalPrice: number;
            /** @enum {string} */
            userFacingStatus: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
            /** @enum {string} */
            internalStatus: "QUEUED" | "SELECTING" | "TRACING" | "SCRUBBING" | "ASSEMBLING" | "READY" | "FAILED" | "CANCELLED";
            failureReason?: string;
            /** @description Why a completed order delivered fewer leads than requested */
            note?: string;
            criteriaSummary: components["schemas"]["CriteriaSummary"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            completedAt?: string;
            /**
             * Format: date-time
             * @description Of a CALL_READY order: until when its numbers may be called, 30 days after their check or while the registry version they were checked against is at most 31 days old; before completion, 30 days after the order was placed
             */
            expiresAt?: string;
            /** @description Its file is available again once its numbers are rechecked */
            isExpired: boolean;
            /**
             * Format: date-time
             * @description When its numbers were last checked
             */
            dncCheckedAt?: string;
            /** @description Its numbers are being rechecked */
            isRefreshing: boolean;
            /** @description Of its file */
            columns: ("OWNER" | "MAILING" | "PHONES" | "EMAILS" | "SUPPRESSED_PHONES" | "PROPERTY" | "PARCEL" | "BUILDING" | "VALUES" | "SALE" | "LAND" | "ASSESSMENT")[];
            /** @description Version of the delivered file; 0 before the first */
            fileVersion: number;
            criteria: components["schemas"]["Criteria"];
            history: {
                /** Format: date-time */
                at: string;
                from: ("QUEUED" | "SELECTING" | "TRACING" | "SCRUBBING" | "ASSEMBLING" | "READY" | "FAILED" | "CANCELLED") | null;
                /** @enum {string} */
                to: "QUEUED" | "SELECTING" | "TRACING" | "SCRUBBING" | "ASSEMBLING" | "READY" | "FAILED" | "CANCELLED";
                detail?: string;
            }[];
            /** @description The quote as of when the leads were selected; absent before */
            quote?: {
                /** @description Properties that match the criteria, including purchased ones */
                matched: number;
                /** @description Excluded because you purchased them in the last 365 days */
                alreadyDelivered: number;
                /** @description Of the excluded ones, those with all that this type delivers; CALL_READY: purchased with phones */
                purchased: number;
                /** @description CALL_READY: of the excluded ones, those purchased for mail: `addPhones` includes them; 0 with it */
                purchasedForMail: number;
                /** @description CALL_READY: of those purchased for mail, those with a callable number, whether excluded or deliverable */
                phonesToAdd: number;
                /** @description Of the deliverable ones, purchased in the last 365 days: free, if the criteria include them */
                free: number;
                /** @description Deliverable, but excluded by `onePerOwner` or `onePerAddress` */
                duplicates: number;
                /** @description MAIL_READY: without an owner name or a full mailing address. CALL_READY: without a known phone number */
                noContact: number;
                /** @description CALL_READY: of those without a known number, how many the contact provider has not been queried for */
                notTraced: number;
                /** @description CALL_READY: no known number may be called */
                suppressed: number;
                /** @description The suppressed ones by their most severe reason */
                suppressedBy: {
                    /** @enum {string} */
                    result: "CLEAN" | "LITIGATOR" | "INTERNAL_DNC" | "NATIONAL_DNC" | "STATE_DNC" | "NOT_SCRUBBED";
                    count: number;
                }[];
                deliverable: number;
                /** @description Whether the parts of `matched` were estimated from a sample, each to about 1% of `matched`, so a small one may be far off and is no limit: only of more matches than an order can have */
                isEstimate: boolean;
            };
            /** @description Absent until the order is completed, and of orders without a quote */
            available?: {
                /** @description Deliverable leads of the quote, which may be an estimate, that the order did not deliver */
                leads: number;
                /** @description Given when `leads` is an estimate because contacts of some owners have not been looked up */
                basis?: {
                    /** @description Owners that were looked up */
                    considered: number;
                    /** @description Of these, with a callable number */
                    callable: number;
                };
            };
            waterfall?: {
                /** @description Properties that match the criteria */
                matched: number;
                /** @description Of these, with an owner name and a full mailing address (MAIL_READY) */
                mailable?: number;
                /** @description Of these, not purchased in the last 365 days */
                fresh: number;
                /** @description Of these, considered until enough were found (CALL_READY) */
                considered?: number;
                /** @description Of these, with a phone number (CALL_READY) */
                contactable?: number;
                /** @description Of these, with a callable number (CALL_READY) */
                callable?: number;
                /** @description Of these, selected for the order */
                selected: number;
                /** @description Considered owners skipped because of the contact provider's daily limit (CALL_READY) */
                notAsked?: number;
            };
            /** @description The saved search that the audience comes from, with the name it had when the order was placed */
            savedSearch?: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @description Newest first; empty until it is completed */
            files: components["schemas"]["OrderFile"][];
            /** @description The newest first */
            notices: {
                /** @enum {string} */
                type: "EXPIRING" | "EXPIRED" | "DNC_REFRESHED" | "DNC_UNCHANGED" | "DNC_REFRESH_FAILED";
                /** Format: date-time */
                at: string;
                detail?: string;
            }[];
        };
        /**
         * @example {
         *       "version": 1,
         *       "createdAt": "2026-11-02T09:30:04.000Z",
         *       "leads": 500,
         *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "rechecks": [],
         *       "hasCertificate": false
         *     }
         */
        OrderFile: {
            version: number;
            /** Format: date-time */
            createdAt: string;
            leads: number;
            /** @description Leads with a callable number (CALL_READY) */
            callableLeads?: number;
            /** @description Of the file */
            sha256?: string;
            /** @description The newest check of the version */
            scrub?: components["schemas"]["ScrubSummary"];
            /** @description Later checks that changed nothing, newest first */
            rechecks: {
                /** @description Its number, for its certificate; the check of the file itself is 1 */
                check: number;
                /** Format: date-time */
                checkedAt: string;
            }[];
            hasCertificate: boolean;
        };
        /**
         * @example {
         *       "checkedAt": "2026-11-02T09:30:03.000Z",
         *       "numbers": 812,
         *       "byResult": [
         *         {
         *           "result": "CLEAN",
         *           "count": 640
         *         },
         *         {
         *           "result": "NATIONAL_DNC",
         *           "count": 160
         *         },
         *         {
         *           "result": "NOT_SCRUBBED",
         *           "count": 12
         *         }
         *       ],
         *       "against": [
         *         {
         *           "list": "NATIONAL",
         *           "owner": "PLATFORM",
         *           "san": "10000-0000001",
         *           "areaCodes": [
         *             "615",
         *             "629"
         *           ],
         *           "accessedOn": "2026-10-30",
         *           "sha256": [
         *             "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         *           ]
         *         }
         *       ],
         *       "notCovered": [
         *         "907"
         *       ]
         *     }
         */
        ScrubSummary: {
            /** Format: date-time */
            checkedAt: string;
            numbers: number;
            byResult: {
                /** @enum {string} */
                result: "CLEAN" | "LITIGATOR" | "INTERNAL_DNC" | "NATIONAL_DNC" | "STATE_DNC" | "NOT_SCRUBBED";
                count: number;
            }[];
            against: {
                /** @enum {string} */
                list: "NATIONAL" | "STATE" | "INTERNAL" | "LITIGATOR";
                /**
                 * @description The owner of the subscription account number used to fetch it
                 * @enum {string}
                 */
                owner: "YOURS" | "PLATFORM";
                /** @description The subscription account number of the national registry */
                san?: string;
                /** @description The area codes that were checked; empty for a list that is not split by area code */
                areaCodes: string[];
                state?: string;
                /**
                 * Format: date
                 * @description When it was fetched from its publisher
                 */
                accessedOn: string;
                /** @description Of the imported files, the full list first */
                sha256: string[];
            }[];
            /** @description Area codes without a current version of the national registry */
            notCovered: string[];
        };
        /**
         * @example {
         *       "propertyId": "11694027471264031877",
         *       "rank": 1,
         *       "address": "1208 EXAMPLE ORCHARD LN",
         *       "city": "NASHVILLE",
         *       "state": "TN",
         *       "zip": "37209",
         *       "ownerName": "TESTWELL HOLDINGS LLC",
         *       "mailingAddress": "40 SAMPLE PLAZA",
         *       "mailingCity": "KNOXVILLE",
         *       "mailingState": "TN",
         *       "mailingZip": "37902",
         *       "isRepeat": false,
         *       "stage": "NEW"
         *     }
         */
        Lead: {
            propertyId: string;
            rank: number;
            address: string | null;
            city: string | null;
            state: string;
            zip: string | null;
            ownerName: string | null;
            mailingAddress: string | null;
            mailingCity: string | null;
            mailingState: string | null;
            mailingZip: string | null;
            /** @description Paid for within the last 365 days, so it was free */
            isRepeat: boolean;
            /**
             * @description Generated for a test order: no real lead
             * @constant
             */
            isTest?: true;
            /** @description For CALL_READY orders */
            contacts?: components["schemas"]["Contact"][];
            /** @enum {string} */
            stage: "NEW" | "CONTACTED" | "FOLLOW_UP" | "NEGOTIATING" | "UNDER_CONTRACT" | "CLOSED" | "DEAD";
        };
        /**
         * @example {
         *       "type": "PHONE",
         *       "value": "6155550142",
         *       "lineType": "MOBILE",
         *       "scrub": "CLEAN",
         *       "source": "Generated demo contacts",
         *       "asOf": "2026-11-02"
         *     }
         */
        Contact: {
            /** @enum {string} */
            type: "PHONE" | "EMAIL";
            /** @description Ten digits, or an email address */
            value: string;
            /**
             * @description For phones
             * @enum {string}
             */
            lineType?: "MOBILE" | "LANDLINE" | "VOIP" | "UNKNOWN";
            /**
             * @description For phones: only CLEAN may be called
             * @enum {string}
             */
            scrub?: "CLEAN" | "LITIGATOR" | "INTERNAL_DNC" | "NATIONAL_DNC" | "STATE_DNC" | "NOT_SCRUBBED";
            source: string;
            /**
             * Format: date
             * @description The date of the data, as published by the source
             */
            asOf: string;
        };
        /**
         * @example {
         *       "url": "https://portal.example.com/v1/files/eyJrZXkiOiJvcmRlcnMvMDE5Iiwi4oCm"
         *     }
         */
        FileUrl: {
            url: string;
        };
        /**
         * @example {
         *       "headers": [
         *         "First Name",
         *         "Last Name",
         *         "Mailing Street"
         *       ],
         *       "rows": [
         *         [
         *           "Avery",
         *           "Testwell",
         *           "40 SAMPLE PLAZA"
         *         ]
         *       ],
         *       "leads": 500,
         *       "fileName": "order-0199f3c2-2026-11-02-mail-house.xlsx"
         *     }
         */
        ExportPreview: {
            headers: string[];
            /** @description The first 5 rows of the file */
            rows: (string | number | null)[][];
            /** @description All leads of the order */
            leads: number;
            /** @description Ends in .zip for several files */
            fileName: string;
        };
        /**
         * @example {
         *       "id": "0199f3c2-7a51-7c43-9d1e-2b64c0a7f002",
         *       "name": "Our customers",
         *       "fileName": "customers.csv",
         *       "rowsRead": 1204,
         *       "rowsRejected": 1,
         *       "rejected": [
         *         {
         *           "line": 17,
         *           "reason": "Its address has no ZIP of five digits."
         *         }
         *       ],
         *       "entries": 1198,
         *       "matches": 1163,
         *       "createdAt": "2026-11-02T09:30:03.000Z",
         *       "updatedAt": "2026-11-02T09:30:03.000Z"
         *     }
         */
        SuppressionList: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The name of the newest file */
            fileName: string;
            /** @description Rows of all its files, without their headers and empty rows */
            rowsRead: number;
            /** @description Rows without an address or property id that can be read */
            rowsRejected: number;
            /** @description The first 20 rejected rows of the newest file */
            rejected: {
                line: number;
                reason: string;
            }[];
            /** @description Addresses and property ids in the list, each counted once */
            entries: number;
            /** @description Properties that the list excludes now, at their own or their mailing address; null if unknown */
            matches: number | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a file was last added
             */
            updatedAt: string;
        };
        /**
         * @example {
         *       "id": "019a4d2b-7a10-7c3e-9a52-0f1d2c3b4a60",
         *       "day": "2026-11-02",
         *       "orderId": null,
         *       "mailed": 500,
         *       "responses": 12,
         *       "appointments": 4,
         *       "deals": 1,
         *       "revenue": 850000,
         *       "otherCost": 32500,
         *       "createdAt": "2026-11-09T09:30:00.000Z",
         *       "updatedAt": "2026-11-09T09:30:00.000Z"
         *     }
         */
        CampaignResult: {
            id: string;
            /**
             * Format: date
             * @description The day of the results
             */
            day: string;
            /** @description The order they belong to; null for the whole campaign */
            orderId: string | null;
            /** @description Pieces mailed, or owners called */
            mailed: number;
            /** @description At most one per piece: more than the pieces mailed in the campaign are refused, once some are */
            responses: number;
            appointments: number;
            deals: number;
            /** @description In cents */
            revenue: number;
            /** @description Other cost than leads, such as postage, in cents */
            otherCost: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "enterprise.count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderQuoteQuery"];
            };
        };
        responses: {
            /** @description Count the leads an order can deliver, with exclusions and price; free */
            200: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "enterprise-count";q=120;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "enterprise-count";r=119;t=60
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderQuote"];
                };
            };
        };
    };
    "enterprise.list": {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                status?: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
                campaignType?: "MAIL_READY" | "CALL_READY";
                /** @description From this instant, inclusive */
                fromDate?: string;
                /** @description Up to this instant, exclusive */
                toDate?: string;
                /** @description Sorted by creation time */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List your orders over all campaigns, with a summary of their criteria */
            200: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "api-key";q=600;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "api-key";r=599;t=60
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
                     *           "orderName": "First mailing",
                     *           "isSingle": false,
                     *           "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
                     *           "campaignName": "Davidson absentee owners",
                     *           "campaignType": "MAIL_READY",
                     *           "quantity": 500,
                     *           "deliveredQuantity": 500,
                     *           "creditRequired": 1,
                     *           "addPhones": false,
                     *           "creditsToAddPhones": 0,
                     *           "sort": {
                     *             "by": "random"
                     *           },
                     *           "onePerOwner": true,
                     *           "onePerAddress": true,
                     *           "creditsHeld": 0,
                     *           "creditsCaptured": 500,
                     *           "creditsReleased": 0,
                     *           "totalPrice": 500,
                     *           "userFacingStatus": "COMPLETED",
                     *           "internalStatus": "READY",
                     *           "criteriaSummary": {
                     *             "filters": 1,
                     *             "places": "Davidson County, TN",
                     *             "stacked": 0,
                     *             "chosen": 0,
                     *             "excludesSearches": false
                     *           },
                     *           "createdAt": "2026-11-02T09:30:00.000Z",
                     *           "completedAt": "2026-11-02T09:30:04.000Z",
                     *           "isExpired": false,
                     *           "isRefreshing": false,
                     *           "columns": [
                     *             "OWNER",
                     *             "MAILING",
                     *             "PROPERTY",
                     *             "PARCEL",
                     *             "BUILDING",
                     *             "VALUES",
                     *             "SALE"
                     *           ],
                     *           "fileVersion": 1
                     *         }
                     *       ],
                     *       "currentPage": 1,
                     *       "totalPages": 1,
                     *       "totalCount": 1,
                     *       "pageSize": 10,
                     *       "nextPage": null,
                     *       "previousPage": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["ListedOrder"][];
                        currentPage: number;
                        totalPages: number;
                        totalCount: number;
                        pageSize: number;
                        nextPage: number | null;
                        previousPage: number | null;
                    };
                };
            };
        };
    };
    "enterprise.place": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and body gives the same answer for 24 hours, and waits for it while the first request is in progress; another body is refused with 409.
                 * @example 0b9f3b1e-4a62-4df1-9d0f-6a4c8c1f7e55
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEnterpriseOrder"];
            };
        };
        responses: {
            /** @description Place an order: its credits are held until it is delivered; refused if no lead can be delivered */
            201: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "api-key";q=600;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "api-key";r=599;t=60
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    "enterprise.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get an order with its history */
            200: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "api-key";q=600;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "api-key";r=599;t=60
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDetail"];
                };
            };
        };
    };
    "enterprise.change": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OrderChange"];
            };
        };
        responses: {
            /** @description Rename an order, or cancel it while it is pending */
            200: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "api-key";q=600;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "api-key";r=599;t=60
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    "enterprise.leads": {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                stage?: "NEW" | "CONTACTED" | "FOLLOW_UP" | "NEGOTIATING" | "UNDER_CONTRACT" | "CLOSED" | "DEAD";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the delivered leads of an order as JSON */
            200: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "api-key";q=600;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "api-key";r=599;t=60
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "propertyId": "11694027471264031877",
                     *           "rank": 1,
                     *           "address": "1208 EXAMPLE ORCHARD LN",
                     *           "city": "NASHVILLE",
                     *           "state": "TN",
                     *           "zip": "37209",
                     *           "ownerName": "TESTWELL HOLDINGS LLC",
                     *           "mailingAddress": "40 SAMPLE PLAZA",
                     *           "mailingCity": "KNOXVILLE",
                     *           "mailingState": "TN",
                     *           "mailingZip": "37902",
                     *           "isRepeat": false,
                     *           "stage": "NEW"
                     *         }
                     *       ],
                     *       "currentPage": 1,
                     *       "totalPages": 1,
                     *       "totalCount": 1,
                     *       "pageSize": 10,
                     *       "nextPage": null,
                     *       "previousPage": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Lead"][];
                        currentPage: number;
                        totalPages: number;
                        totalCount: number;
                        pageSize: number;
                        nextPage: number | null;
                        previousPage: number | null;
                    };
                };
            };
        };
    };
    "enterprise.download": {
        parameters: {
            query?: {
                /** @description The newest by default */
                version?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a link to the CSV of a completed order, valid for five minutes */
            200: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "api-key";q=600;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "api-key";r=599;t=60
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileUrl"];
                };
            };
        };
    };
    "enterprise.previewExport": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportLayout"];
            };
        };
        responses: {
            /** @description Get the first rows of an export of a completed order */
            200: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "api-key";q=600;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "api-key";r=599;t=60
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportPreview"];
                };
            };
        };
    };
    "enterprise.export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportLayout"];
            };
        };
        responses: {
            /** @description Export a completed order in your own layout, and get a link to the file, valid for five minutes; free */
            200: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "order-export";q=120;w=3600
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "order-export";r=119;t=3600
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileUrl"];
                };
            };
        };
    };
    "enterprise.certificate": {
        parameters: {
            query?: {
                /** @description The newest by default */
                version?: number;
                /** @description Of the checks of that version; the newest by default */
                check?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a link to the signed do-not-call certificate, valid for five minutes */
            200: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "api-key";q=600;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "api-key";r=599;t=60
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileUrl"];
                };
            };
        };
    };
    "enterpriseSuppressionLists.list": {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List your suppression lists, newest first */
            200: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "api-key";q=600;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "api-key";r=599;t=60
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0199f3c2-7a51-7c43-9d1e-2b64c0a7f002",
                     *           "name": "Our customers",
                     *           "fileName": "customers.csv",
                     *           "rowsRead": 1204,
                     *           "rowsRejected": 1,
                     *           "rejected": [
                     *             {
                     *               "line": 17,
                     *               "reason": "Its address has no ZIP of five digits."
                     *             }
                     *           ],
                     *           "entries": 1198,
                     *           "matches": 1163,
                     *           "createdAt": "2026-11-02T09:30:03.000Z",
                     *           "updatedAt": "2026-11-02T09:30:03.000Z"
                     *         }
                     *       ],
                     *       "currentPage": 1,
                     *       "totalPages": 1,
                     *       "totalCount": 1,
                     *       "pageSize": 10,
                     *       "nextPage": null,
                     *       "previousPage": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["SuppressionList"][];
                        currentPage: number;
                        totalPages: number;
                        totalCount: number;
                        pageSize: number;
                        nextPage: number | null;
                        previousPage: number | null;
                    };
                };
            };
        };
    };
    "enterpriseSuppressionLists.create": {
        parameters: {
            query: {
                name: string;
                fileName: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Create a suppression list from a CSV or XLSX file with a header, whose rows have an address or a property id; a user can have at most 50, and add at most 100,000 entries a day */
            201: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "api-key";q=600;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "api-key";r=599;t=60
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionList"];
                };
            };
        };
    };
    "enterpriseSuppressionLists.add": {
        parameters: {
            query: {
                fileName: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Add the rows of another file to a suppression list */
            200: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "api-key";q=600;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "api-key";r=599;t=60
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionList"];
                };
            };
        };
    };
    "enterpriseSuppressionLists.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a suppression list; orders in progress must end first */
            204: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "api-key";q=600;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "api-key";r=599;t=60
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "enterpriseSuppressionLists.change": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuppressionListChange"];
            };
        };
        responses: {
            /** @description Rename a suppression list */
            200: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "api-key";q=600;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "api-key";r=599;t=60
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionList"];
                };
            };
        };
    };
    "enterpriseCampaignResults.add": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and body gives the same answer for 24 hours, and waits for it while the first request is in progress; another body is refused with 409.
                 * @example 0b9f3b1e-4a62-4df1-9d0f-6a4c8c1f7e55
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                campaignId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCampaignResult"];
            };
        };
        responses: {
            /** @description Add results of a day to a campaign or one of its orders */
            201: {
                headers: {
                    /**
                     * @description The nearest limit: its name, how many calls (`q`) in how many seconds (`w`)
                     * @example "api-key";q=600;w=60
                     */
                    "RateLimit-Policy"?: string;
                    /**
                     * @description Remaining calls of this caller (`r`), seconds until the limit resets (`t`)
                     * @example "api-key";r=599;t=60
                     */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignResult"];
                };
            };
        };
    };
    "events.order.created": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event id, identical on retries; use it to deduplicate
                 * @example 019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21
                 */
                "webhook-id": string;
                /**
                 * @description When it was sent, as Unix time in seconds
                 * @example 1793611800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Space-separated signatures, one per active secret: each is `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21",
                 *       "type": "order.created",
                 *       "version": 2,
                 *       "timestamp": "2026-11-02T09:30:00.000Z",
                 *       "data": {
                 *         "order": {
                 *           "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
                 *           "orderName": "First mailing",
                 *           "isSingle": false,
                 *           "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
                 *           "campaignName": "Davidson absentee owners",
                 *           "campaignType": "MAIL_READY",
                 *           "quantity": 500,
                 *           "deliveredQuantity": 0,
                 *           "creditRequired": 1,
                 *           "addPhones": false,
                 *           "creditsToAddPhones": 0,
                 *           "sort": {
                 *             "by": "random"
                 *           },
                 *           "onePerOwner": true,
                 *           "onePerAddress": true,
                 *           "creditsHeld": 500,
                 *           "creditsCaptured": 0,
                 *           "creditsReleased": 0,
                 *           "totalPrice": 500,
                 *           "userFacingStatus": "PENDING",
                 *           "internalStatus": "QUEUED",
                 *           "criteriaSummary": {
                 *             "filters": 1,
                 *             "places": "Davidson County, TN",
                 *             "stacked": 0,
                 *             "chosen": 0,
                 *             "excludesSearches": false
                 *           },
                 *           "createdAt": "2026-11-02T09:30:00.000Z",
                 *           "isExpired": false,
                 *           "isRefreshing": false,
                 *           "columns": [
                 *             "OWNER",
                 *             "MAILING",
                 *             "PROPERTY",
                 *             "PARCEL",
                 *             "BUILDING",
                 *             "VALUES",
                 *             "SALE"
                 *           ],
                 *           "fileVersion": 0
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the event; the header `webhook-id` has the same value at every attempt */
                    id: string;
                    /** @constant */
                    type: "order.created";
                    /** @constant */
                    version: 2;
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    /**
                     * @description A test event sent on request, or an event of an order placed with a test key
                     * @constant
                     */
                    isTest?: true;
                    data: components["schemas"]["OrderCreated"];
                };
            };
        };
        responses: {
            /** @description Endpoint gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event accepted. Respond within 15 seconds, then process it */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event not accepted: it is sent again later. Redirects are not followed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "events.order.status_changed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event id, identical on retries; use it to deduplicate
                 * @example 019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21
                 */
                "webhook-id": string;
                /**
                 * @description When it was sent, as Unix time in seconds
                 * @example 1793611800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Space-separated signatures, one per active secret: each is `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21",
                 *       "type": "order.status_changed",
                 *       "version": 2,
                 *       "timestamp": "2026-11-02T09:30:00.000Z",
                 *       "data": {
                 *         "order": {
                 *           "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
                 *           "orderName": "First mailing",
                 *           "isSingle": false,
                 *           "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
                 *           "campaignName": "Davidson absentee owners",
                 *           "campaignType": "MAIL_READY",
                 *           "quantity": 500,
                 *           "deliveredQuantity": 500,
                 *           "creditRequired": 1,
                 *           "addPhones": false,
                 *           "creditsToAddPhones": 0,
                 *           "sort": {
                 *             "by": "random"
                 *           },
                 *           "onePerOwner": true,
                 *           "onePerAddress": true,
                 *           "creditsHeld": 0,
                 *           "creditsCaptured": 500,
                 *           "creditsReleased": 0,
                 *           "totalPrice": 500,
                 *           "userFacingStatus": "COMPLETED",
                 *           "internalStatus": "READY",
                 *           "criteriaSummary": {
                 *             "filters": 1,
                 *             "places": "Davidson County, TN",
                 *             "stacked": 0,
                 *             "chosen": 0,
                 *             "excludesSearches": false
                 *           },
                 *           "createdAt": "2026-11-02T09:30:00.000Z",
                 *           "completedAt": "2026-11-02T09:30:04.000Z",
                 *           "isExpired": false,
                 *           "isRefreshing": false,
                 *           "columns": [
                 *             "OWNER",
                 *             "MAILING",
                 *             "PROPERTY",
                 *             "PARCEL",
                 *             "BUILDING",
                 *             "VALUES",
                 *             "SALE"
                 *           ],
                 *           "fileVersion": 1
                 *         },
                 *         "from": "ASSEMBLING",
                 *         "to": "READY"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the event; the header `webhook-id` has the same value at every attempt */
                    id: string;
                    /** @constant */
                    type: "order.status_changed";
                    /** @constant */
                    version: 2;
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    /**
                     * @description A test event sent on request, or an event of an order placed with a test key
                     * @constant
                     */
                    isTest?: true;
                    data: components["schemas"]["OrderStatusChanged"];
                };
            };
        };
        responses: {
            /** @description Endpoint gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event accepted. Respond within 15 seconds, then process it */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event not accepted: it is sent again later. Redirects are not followed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "events.order.completed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event id, identical on retries; use it to deduplicate
                 * @example 019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21
                 */
                "webhook-id": string;
                /**
                 * @description When it was sent, as Unix time in seconds
                 * @example 1793611800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Space-separated signatures, one per active secret: each is `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21",
                 *       "type": "order.completed",
                 *       "version": 2,
                 *       "timestamp": "2026-11-02T09:30:00.000Z",
                 *       "data": {
                 *         "order": {
                 *           "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
                 *           "orderName": "First mailing",
                 *           "isSingle": false,
                 *           "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
                 *           "campaignName": "Davidson absentee owners",
                 *           "campaignType": "MAIL_READY",
                 *           "quantity": 500,
                 *           "deliveredQuantity": 500,
                 *           "creditRequired": 1,
                 *           "addPhones": false,
                 *           "creditsToAddPhones": 0,
                 *           "sort": {
                 *             "by": "random"
                 *           },
                 *           "onePerOwner": true,
                 *           "onePerAddress": true,
                 *           "creditsHeld": 0,
                 *           "creditsCaptured": 500,
                 *           "creditsReleased": 0,
                 *           "totalPrice": 500,
                 *           "userFacingStatus": "COMPLETED",
                 *           "internalStatus": "READY",
                 *           "criteriaSummary": {
                 *             "filters": 1,
                 *             "places": "Davidson County, TN",
                 *             "stacked": 0,
                 *             "chosen": 0,
                 *             "excludesSearches": false
                 *           },
                 *           "createdAt": "2026-11-02T09:30:00.000Z",
                 *           "completedAt": "2026-11-02T09:30:04.000Z",
                 *           "isExpired": false,
                 *           "isRefreshing": false,
                 *           "columns": [
                 *             "OWNER",
                 *             "MAILING",
                 *             "PROPERTY",
                 *             "PARCEL",
                 *             "BUILDING",
                 *             "VALUES",
                 *             "SALE"
                 *           ],
                 *           "fileVersion": 1
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the event; the header `webhook-id` has the same value at every attempt */
                    id: string;
                    /** @constant */
                    type: "order.completed";
                    /** @constant */
                    version: 2;
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    /**
                     * @description A test event sent on request, or an event of an order placed with a test key
                     * @constant
                     */
                    isTest?: true;
                    data: components["schemas"]["OrderCompleted"];
                };
            };
        };
        responses: {
            /** @description Endpoint gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event accepted. Respond within 15 seconds, then process it */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event not accepted: it is sent again later. Redirects are not followed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "events.order.failed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event id, identical on retries; use it to deduplicate
                 * @example 019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21
                 */
                "webhook-id": string;
                /**
                 * @description When it was sent, as Unix time in seconds
                 * @example 1793611800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Space-separated signatures, one per active secret: each is `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21",
                 *       "type": "order.failed",
                 *       "version": 2,
                 *       "timestamp": "2026-11-02T09:30:00.000Z",
                 *       "data": {
                 *         "order": {
                 *           "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
                 *           "orderName": "First mailing",
                 *           "isSingle": false,
                 *           "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
                 *           "campaignName": "Davidson absentee owners",
                 *           "campaignType": "MAIL_READY",
                 *           "quantity": 500,
                 *           "deliveredQuantity": 0,
                 *           "creditRequired": 1,
                 *           "addPhones": false,
                 *           "creditsToAddPhones": 0,
                 *           "sort": {
                 *             "by": "random"
                 *           },
                 *           "onePerOwner": true,
                 *           "onePerAddress": true,
                 *           "creditsHeld": 0,
                 *           "creditsCaptured": 0,
                 *           "creditsReleased": 500,
                 *           "totalPrice": 0,
                 *           "userFacingStatus": "FAILED",
                 *           "internalStatus": "FAILED",
                 *           "failureReason": "You have already purchased all properties that match these filters.",
                 *           "criteriaSummary": {
                 *             "filters": 1,
                 *             "places": "Davidson County, TN",
                 *             "stacked": 0,
                 *             "chosen": 0,
                 *             "excludesSearches": false
                 *           },
                 *           "createdAt": "2026-11-02T09:30:00.000Z",
                 *           "completedAt": "2026-11-02T09:30:04.000Z",
                 *           "isExpired": false,
                 *           "isRefreshing": false,
                 *           "columns": [
                 *             "OWNER",
                 *             "MAILING",
                 *             "PROPERTY",
                 *             "PARCEL",
                 *             "BUILDING",
                 *             "VALUES",
                 *             "SALE"
                 *           ],
                 *           "fileVersion": 0
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the event; the header `webhook-id` has the same value at every attempt */
                    id: string;
                    /** @constant */
                    type: "order.failed";
                    /** @constant */
                    version: 2;
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    /**
                     * @description A test event sent on request, or an event of an order placed with a test key
                     * @constant
                     */
                    isTest?: true;
                    data: components["schemas"]["OrderFailed"];
                };
            };
        };
        responses: {
            /** @description Endpoint gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event accepted. Respond within 15 seconds, then process it */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event not accepted: it is sent again later. Redirects are not followed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "events.order.dnc_refreshed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event id, identical on retries; use it to deduplicate
                 * @example 019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21
                 */
                "webhook-id": string;
                /**
                 * @description When it was sent, as Unix time in seconds
                 * @example 1793611800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Space-separated signatures, one per active secret: each is `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21",
                 *       "type": "order.dnc_refreshed",
                 *       "version": 2,
                 *       "timestamp": "2026-11-02T09:30:00.000Z",
                 *       "data": {
                 *         "order": {
                 *           "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
                 *           "orderName": "First mailing",
                 *           "isSingle": false,
                 *           "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
                 *           "campaignName": "Davidson absentee owners",
                 *           "campaignType": "CALL_READY",
                 *           "quantity": 500,
                 *           "deliveredQuantity": 500,
                 *           "creditRequired": 1,
                 *           "addPhones": false,
                 *           "creditsToAddPhones": 0,
                 *           "sort": {
                 *             "by": "random"
                 *           },
                 *           "onePerOwner": true,
                 *           "onePerAddress": true,
                 *           "creditsHeld": 0,
                 *           "creditsCaptured": 500,
                 *           "creditsReleased": 0,
                 *           "totalPrice": 500,
                 *           "userFacingStatus": "COMPLETED",
                 *           "internalStatus": "READY",
                 *           "criteriaSummary": {
                 *             "filters": 1,
                 *             "places": "Davidson County, TN",
                 *             "stacked": 0,
                 *             "chosen": 0,
                 *             "excludesSearches": false
                 *           },
                 *           "createdAt": "2026-11-02T09:30:00.000Z",
                 *           "completedAt": "2026-11-02T09:30:04.000Z",
                 *           "isExpired": false,
                 *           "isRefreshing": false,
                 *           "columns": [
                 *             "OWNER",
                 *             "MAILING",
                 *             "PROPERTY",
                 *             "PARCEL",
                 *             "BUILDING",
                 *             "VALUES",
                 *             "SALE"
                 *           ],
                 *           "fileVersion": 2
                 *         },
                 *         "fileVersion": 2,
                 *         "callableLeads": 471
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the event; the header `webhook-id` has the same value at every attempt */
                    id: string;
                    /** @constant */
                    type: "order.dnc_refreshed";
                    /** @constant */
                    version: 2;
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    /**
                     * @description A test event sent on request, or an event of an order placed with a test key
                     * @constant
                     */
                    isTest?: true;
                    data: components["schemas"]["OrderDncRefreshed"];
                };
            };
        };
        responses: {
            /** @description Endpoint gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event accepted. Respond within 15 seconds, then process it */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event not accepted: it is sent again later. Redirects are not followed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "events.order.expiring": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event id, identical on retries; use it to deduplicate
                 * @example 019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21
                 */
                "webhook-id": string;
                /**
                 * @description When it was sent, as Unix time in seconds
                 * @example 1793611800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Space-separated signatures, one per active secret: each is `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21",
                 *       "type": "order.expiring",
                 *       "version": 2,
                 *       "timestamp": "2026-11-02T09:30:00.000Z",
                 *       "data": {
                 *         "order": {
                 *           "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
                 *           "orderName": "First mailing",
                 *           "isSingle": false,
                 *           "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
                 *           "campaignName": "Davidson absentee owners",
                 *           "campaignType": "MAIL_READY",
                 *           "quantity": 500,
                 *           "deliveredQuantity": 500,
                 *           "creditRequired": 1,
                 *           "addPhones": false,
                 *           "creditsToAddPhones": 0,
                 *           "sort": {
                 *             "by": "random"
                 *           },
                 *           "onePerOwner": true,
                 *           "onePerAddress": true,
                 *           "creditsHeld": 0,
                 *           "creditsCaptured": 500,
                 *           "creditsReleased": 0,
                 *           "totalPrice": 500,
                 *           "userFacingStatus": "COMPLETED",
                 *           "internalStatus": "READY",
                 *           "criteriaSummary": {
                 *             "filters": 1,
                 *             "places": "Davidson County, TN",
                 *             "stacked": 0,
                 *             "chosen": 0,
                 *             "excludesSearches": false
                 *           },
                 *           "createdAt": "2026-11-02T09:30:00.000Z",
                 *           "completedAt": "2026-11-02T09:30:04.000Z",
                 *           "isExpired": false,
                 *           "isRefreshing": false,
                 *           "columns": [
                 *             "OWNER",
                 *             "MAILING",
                 *             "PROPERTY",
                 *             "PARCEL",
                 *             "BUILDING",
                 *             "VALUES",
                 *             "SALE"
                 *           ],
                 *           "fileVersion": 1
                 *         },
                 *         "expiresAt": "2026-12-02T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the event; the header `webhook-id` has the same value at every attempt */
                    id: string;
                    /** @constant */
                    type: "order.expiring";
                    /** @constant */
                    version: 2;
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    /**
                     * @description A test event sent on request, or an event of an order placed with a test key
                     * @constant
                     */
                    isTest?: true;
                    data: components["schemas"]["OrderExpiring"];
                };
            };
        };
        responses: {
            /** @description Endpoint gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event accepted. Respond within 15 seconds, then process it */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event not accepted: it is sent again later. Redirects are not followed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "events.order.expired": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event id, identical on retries; use it to deduplicate
                 * @example 019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21
                 */
                "webhook-id": string;
                /**
                 * @description When it was sent, as Unix time in seconds
                 * @example 1793611800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Space-separated signatures, one per active secret: each is `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21",
                 *       "type": "order.expired",
                 *       "version": 2,
                 *       "timestamp": "2026-11-02T09:30:00.000Z",
                 *       "data": {
                 *         "order": {
                 *           "id": "b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34",
                 *           "orderName": "First mailing",
                 *           "isSingle": false,
                 *           "campaignId": "7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10",
                 *           "campaignName": "Davidson absentee owners",
                 *           "campaignType": "MAIL_READY",
                 *           "quantity": 500,
                 *           "deliveredQuantity": 500,
                 *           "creditRequired": 1,
                 *           "addPhones": false,
                 *           "creditsToAddPhones": 0,
                 *           "sort": {
                 *             "by": "random"
                 *           },
                 *           "onePerOwner": true,
                 *           "onePerAddress": true,
                 *           "creditsHeld": 0,
                 *           "creditsCaptured": 500,
                 *           "creditsReleased": 0,
                 *           "totalPrice": 500,
                 *           "userFacingStatus": "COMPLETED",
                 *           "internalStatus": "READY",
                 *           "criteriaSummary": {
                 *             "filters": 1,
                 *             "places": "Davidson County, TN",
                 *             "stacked": 0,
                 *             "chosen": 0,
                 *             "excludesSearches": false
                 *           },
                 *           "createdAt": "2026-11-02T09:30:00.000Z",
                 *           "completedAt": "2026-11-02T09:30:04.000Z",
                 *           "isExpired": false,
                 *           "isRefreshing": false,
                 *           "columns": [
                 *             "OWNER",
                 *             "MAILING",
                 *             "PROPERTY",
                 *             "PARCEL",
                 *             "BUILDING",
                 *             "VALUES",
                 *             "SALE"
                 *           ],
                 *           "fileVersion": 1
                 *         },
                 *         "expiresAt": "2026-12-02T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the event; the header `webhook-id` has the same value at every attempt */
                    id: string;
                    /** @constant */
                    type: "order.expired";
                    /** @constant */
                    version: 2;
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    /**
                     * @description A test event sent on request, or an event of an order placed with a test key
                     * @constant
                     */
                    isTest?: true;
                    data: components["schemas"]["OrderExpired"];
                };
            };
        };
        responses: {
            /** @description Endpoint gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event accepted. Respond within 15 seconds, then process it */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event not accepted: it is sent again later. Redirects are not followed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "events.credits.low": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event id, identical on retries; use it to deduplicate
                 * @example 019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21
                 */
                "webhook-id": string;
                /**
                 * @description When it was sent, as Unix time in seconds
                 * @example 1793611800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Space-separated signatures, one per active secret: each is `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21",
                 *       "type": "credits.low",
                 *       "version": 2,
                 *       "timestamp": "2026-11-02T09:30:00.000Z",
                 *       "data": {
                 *         "balance": {
                 *           "subscriptionCredits": 12,
                 *           "subscriptionCreditsHeld": 500,
                 *           "onDemandCredits": 0
                 *         },
                 *         "threshold": 50
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the event; the header `webhook-id` has the same value at every attempt */
                    id: string;
                    /** @constant */
                    type: "credits.low";
                    /** @constant */
                    version: 2;
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    /**
                     * @description A test event sent on request, or an event of an order placed with a test key
                     * @constant
                     */
                    isTest?: true;
                    data: components["schemas"]["CreditsLow"];
                };
            };
        };
        responses: {
            /** @description Endpoint gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event accepted. Respond within 15 seconds, then process it */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event not accepted: it is sent again later. Redirects are not followed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "events.credits.adjusted": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event id, identical on retries; use it to deduplicate
                 * @example 019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21
                 */
                "webhook-id": string;
                /**
                 * @description When it was sent, as Unix time in seconds
                 * @example 1793611800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Space-separated signatures, one per active secret: each is `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21",
                 *       "type": "credits.adjusted",
                 *       "version": 2,
                 *       "timestamp": "2026-11-02T09:30:00.000Z",
                 *       "data": {
                 *         "balance": {
                 *           "subscriptionCredits": 3200,
                 *           "subscriptionCreditsHeld": 800,
                 *           "onDemandCredits": 500
                 *         },
                 *         "bucket": "ON_DEMAND",
                 *         "amount": 250,
                 *         "reason": "For the order that came back short on November 2"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the event; the header `webhook-id` has the same value at every attempt */
                    id: string;
                    /** @constant */
                    type: "credits.adjusted";
                    /** @constant */
                    version: 2;
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    /**
                     * @description A test event sent on request, or an event of an order placed with a test key
                     * @constant
                     */
                    isTest?: true;
                    data: components["schemas"]["CreditsAdjusted"];
                };
            };
        };
        responses: {
            /** @description Endpoint gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event accepted. Respond within 15 seconds, then process it */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event not accepted: it is sent again later. Redirects are not followed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "events.subscription.updated": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event id, identical on retries; use it to deduplicate
                 * @example 019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21
                 */
                "webhook-id": string;
                /**
                 * @description When it was sent, as Unix time in seconds
                 * @example 1793611800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Space-separated signatures, one per active secret: each is `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21",
                 *       "type": "subscription.updated",
                 *       "version": 2,
                 *       "timestamp": "2026-11-02T09:30:00.000Z",
                 *       "data": {
                 *         "subscription": {
                 *           "id": "019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a50",
                 *           "planId": "00000000-0000-7000-8000-000000000102",
                 *           "planName": "Growth",
                 *           "status": "ACTIVE",
                 *           "interval": "MONTH",
                 *           "price": {
                 *             "amount": 14900,
                 *             "currency": "USD"
                 *           },
                 *           "creditsPerPeriod": 4000,
                 *           "currentPeriodStart": "2026-11-02T09:30:00.000Z",
                 *           "currentPeriodEnd": "2026-12-02T09:30:00.000Z",
                 *           "cancelAtPeriodEnd": false,
                 *           "createdAt": "2026-11-02T09:30:00.000Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the event; the header `webhook-id` has the same value at every attempt */
                    id: string;
                    /** @constant */
                    type: "subscription.updated";
                    /** @constant */
                    version: 2;
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    /**
                     * @description A test event sent on request, or an event of an order placed with a test key
                     * @constant
                     */
                    isTest?: true;
                    data: components["schemas"]["SubscriptionUpdated"];
                };
            };
        };
        responses: {
            /** @description Endpoint gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event accepted. Respond within 15 seconds, then process it */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event not accepted: it is sent again later. Redirects are not followed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "events.subscription.payment_failed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event id, identical on retries; use it to deduplicate
                 * @example 019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21
                 */
                "webhook-id": string;
                /**
                 * @description When it was sent, as Unix time in seconds
                 * @example 1793611800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Space-separated signatures, one per active secret: each is `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21",
                 *       "type": "subscription.payment_failed",
                 *       "version": 2,
                 *       "timestamp": "2026-11-02T09:30:00.000Z",
                 *       "data": {
                 *         "subscription": {
                 *           "id": "019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a50",
                 *           "planId": "00000000-0000-7000-8000-000000000102",
                 *           "planName": "Growth",
                 *           "status": "PAST_DUE",
                 *           "interval": "MONTH",
                 *           "price": {
                 *             "amount": 14900,
                 *             "currency": "USD"
                 *           },
                 *           "creditsPerPeriod": 4000,
                 *           "currentPeriodStart": "2026-11-02T09:30:00.000Z",
                 *           "currentPeriodEnd": "2026-12-02T09:30:00.000Z",
                 *           "cancelAtPeriodEnd": false,
                 *           "graceUntil": "2026-12-09T09:30:00.000Z",
                 *           "createdAt": "2026-11-02T09:30:00.000Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the event; the header `webhook-id` has the same value at every attempt */
                    id: string;
                    /** @constant */
                    type: "subscription.payment_failed";
                    /** @constant */
                    version: 2;
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    /**
                     * @description A test event sent on request, or an event of an order placed with a test key
                     * @constant
                     */
                    isTest?: true;
                    data: components["schemas"]["SubscriptionPaymentFailed"];
                };
            };
        };
        responses: {
            /** @description Endpoint gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event accepted. Respond within 15 seconds, then process it */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event not accepted: it is sent again later. Redirects are not followed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "events.saved_search.changed": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event id, identical on retries; use it to deduplicate
                 * @example 019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21
                 */
                "webhook-id": string;
                /**
                 * @description When it was sent, as Unix time in seconds
                 * @example 1793611800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Space-separated signatures, one per active secret: each is `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21",
                 *       "type": "saved_search.changed",
                 *       "version": 2,
                 *       "timestamp": "2026-11-02T09:30:00.000Z",
                 *       "data": {
                 *         "savedSearch": {
                 *           "id": "0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1",
                 *           "name": "Absentee owners of Davidson"
                 *         },
                 *         "count": 1834,
                 *         "entered": 14,
                 *         "left": 3,
                 *         "countedAt": "2026-11-02T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the event; the header `webhook-id` has the same value at every attempt */
                    id: string;
                    /** @constant */
                    type: "saved_search.changed";
                    /** @constant */
                    version: 2;
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    /**
                     * @description A test event sent on request, or an event of an order placed with a test key
                     * @constant
                     */
                    isTest?: true;
                    data: components["schemas"]["SavedSearchChanged"];
                };
            };
        };
        responses: {
            /** @description Endpoint gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event accepted. Respond within 15 seconds, then process it */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event not accepted: it is sent again later. Redirects are not followed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "events.notification.created": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event id, identical on retries; use it to deduplicate
                 * @example 019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21
                 */
                "webhook-id": string;
                /**
                 * @description When it was sent, as Unix time in seconds
                 * @example 1793611800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Space-separated signatures, one per active secret: each is `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21",
                 *       "type": "notification.created",
                 *       "version": 2,
                 *       "timestamp": "2026-11-02T09:30:00.000Z",
                 *       "data": {
                 *         "notification": {
                 *           "kind": "TASK_DUE",
                 *           "title": "A task is due",
                 *           "body": "",
                 *           "path": "/portal/today",
                 *           "createdAt": "2026-11-02T09:30:00.000Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the event; the header `webhook-id` has the same value at every attempt */
                    id: string;
                    /** @constant */
                    type: "notification.created";
                    /** @constant */
                    version: 2;
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    /**
                     * @description A test event sent on request, or an event of an order placed with a test key
                     * @constant
                     */
                    isTest?: true;
                    data: components["schemas"]["NotificationCreated"];
                };
            };
        };
        responses: {
            /** @description Endpoint gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event accepted. Respond within 15 seconds, then process it */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event not accepted: it is sent again later. Redirects are not followed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "events.webhook.test": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event id, identical on retries; use it to deduplicate
                 * @example 019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21
                 */
                "webhook-id": string;
                /**
                 * @description When it was sent, as Unix time in seconds
                 * @example 1793611800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Space-separated signatures, one per active secret: each is `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "019a5c1e-2c44-7d52-8b1e-6f3a9c0d4e21",
                 *       "type": "webhook.test",
                 *       "version": 2,
                 *       "timestamp": "2026-11-02T09:30:00.000Z",
                 *       "isTest": true,
                 *       "data": {
                 *         "message": "This webhook works."
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the event; the header `webhook-id` has the same value at every attempt */
                    id: string;
                    /** @constant */
                    type: "webhook.test";
                    /** @constant */
                    version: 2;
                    /**
                     * Format: date-time
                     * @description When it happened
                     */
                    timestamp: string;
                    /**
                     * @description A test event sent on request, or an event of an order placed with a test key
                     * @constant
                     */
                    isTest?: true;
                    data: components["schemas"]["WebhookTested"];
                };
            };
        };
        responses: {
            /** @description Endpoint gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event accepted. Respond within 15 seconds, then process it */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Event not accepted: it is sent again later. Redirects are not followed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
