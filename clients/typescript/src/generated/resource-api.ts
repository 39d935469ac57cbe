// Made from docs/openapi/resource-api.json by openapi-typescript: npm run openapi:write
export interface paths {
    "/v2/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Detail of the portal the token is connected to
         * @description Scope: `account.read` or `portal.read`.
         */
        get: operations["Account_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/api-errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the refused and failed requests of the last seven days, newest first
         * @description Requests to this API with a valid token of the portal that were answered with 4xx or 5xx. They appear after a few seconds. Of each day (UTC) the first 1,000 are kept, and 100 with the same application, operation and code. No body, value or address is stored.
         *
         *     Scope: `usage.read`. Role: Administrator.
         */
        get: operations["ApiErrors_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was done in the portal, newest first, kept for 400 days
         * @description Who did what, when and from where: people, roles, login links, exports, configuration, branding, webhooks, and applications. Logins that concern no single portal are not in it. `total` is counted up to 10,000.
         *
         *     Expensive: a server works on one such request of a portal at a time. Further ones wait for up to two seconds, then the answer is 503 `server_busy` with `Retry-After`.
         *
         *     Scope: `audit.read`. Role: Administrator.
         */
        get: operations["AuditLog_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/audit-log/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the audit log of the portal
         * @description All entries that match, newest first, as one file; in CSV `details` is JSON. A file whose connection breaks off is incomplete.
         *
         *     Expensive: a server works on one such request of a portal at a time. Further ones wait for up to two seconds, then the answer is 503 `server_busy` with `Retry-After`.
         *
         *     Scope: `audit.read`. Role: Administrator.
         */
        get: operations["AuditLog_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the portal’s branding
         * @description For every account of the portal: its sign-in pages display the same to all people.
         *
         *     Scope: `portal.read`.
         */
        get: operations["Branding_get"];
        /**
         * Set name, colour and sender
         * @description Fields that are sent are set, null clears a field, omitted fields stay.
         *
         *     Scope: `portal.write`. Role: Administrator.
         */
        put: operations["Branding_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/branding/favicon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the favicon
         * @description The body is the image, at most 131072 bytes. An SVG is rewritten with its drawing elements only; a PNG loses chunks that are not drawn.
         *
         *     Scope: `portal.write`. Role: Administrator.
         */
        put: operations["Branding_putFavicon"];
        post?: never;
        /**
         * Remove the favicon
         * @description Scope: `portal.write`. Role: Administrator.
         */
        delete: operations["Branding_removeFavicon"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/branding/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the logo
         * @description The body is the image, at most 131072 bytes. An SVG is rewritten with its drawing elements only; a PNG loses chunks that are not drawn.
         *
         *     Scope: `portal.write`. Role: Administrator.
         */
        put: operations["Branding_putLogo"];
        post?: never;
        /**
         * Remove the logo
         * @description Scope: `portal.write`. Role: Administrator.
         */
        delete: operations["Branding_removeLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the collections of the portal
         * @description The default collection, which every portal has, comes first.
         *
         *     Scope: `lo.read`. Role: Administrator or Manager or Content administrator.
         */
        get: operations["Collections_list"];
        put?: never;
        /**
         * Create a collection
         * @description Scope: `lo.write`. Role: Administrator or Content administrator.
         */
        post: operations["Collections_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/collections/{collectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Collection detail
         * @description What it contains is found by `GET /v2/learning-objects?collection=`.
         *
         *     Scope: `lo.read`. Role: Administrator or Manager or Content administrator.
         */
        get: operations["Collections_get"];
        put?: never;
        post?: never;
        /**
         * Delete a collection
         * @description The learning objects in it stay. The default collection cannot be deleted.
         *
         *     Scope: `lo.write`. Role: Administrator or Content administrator.
         */
        delete: operations["Collections_remove"];
        options?: never;
        head?: never;
        /**
         * Rename a collection
         * @description Scope: `lo.write`. Role: Administrator or Content administrator.
         */
        patch: operations["Collections_rename"];
        trace?: never;
    };
    "/v2/collections/{collectionId}/items/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add learning objects to a collection
         * @description Objects that are already in it stay; a single unknown id causes the whole request to be refused.
         *
         *     Scope: `lo.write`. Role: Administrator or Content administrator.
         */
        post: operations["Collections_add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/collections/{collectionId}/items/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove learning objects from a collection
         * @description Objects that are not in it are ignored.
         *
         *     Scope: `lo.write`. Role: Administrator or Content administrator.
         */
        post: operations["Collections_removeItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the portal’s key/value configuration
         * @description Scope: `portal.read`. Role: Administrator.
         */
        get: operations["Configuration_get"];
        /**
         * Create or update the key/value pairs sent
         * @description Scope: `portal.write`. Role: Administrator.
         */
        put: operations["Configuration_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/configuration/definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the configuration keys that the service reads
         * @description They are the same for every portal. All other keys are kept and mean nothing to the service.
         *
         *     Scope: `portal.read`. Role: Administrator.
         */
        get: operations["Configuration_definitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/content-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the content groups of the portal, and those that it subscribes to
         * @description Scope: `group.read`. Role: Administrator or Manager or Content administrator.
         */
        get: operations["ContentGroups_list"];
        put?: never;
        /**
         * Create a content group
         * @description Which portals subscribe to it is decided by the operator of the service.
         *
         *     Scope: `group.write`. Role: Administrator or Content administrator.
         */
        post: operations["ContentGroups_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/content-groups/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Content group detail
         * @description What it contains is found by `GET /v2/learning-objects?content_group[]=`.
         *
         *     Scope: `group.read`. Role: Administrator or Manager or Content administrator.
         */
        get: operations["ContentGroups_get"];
        put?: never;
        post?: never;
        /**
         * Delete a content group of this portal
         * @description Portals that see its learning objects only through it no longer see them.
         *
         *     Scope: `group.write`. Role: Administrator or Content administrator.
         */
        delete: operations["ContentGroups_remove"];
        options?: never;
        head?: never;
        /**
         * Rename a content group of this portal
         * @description Scope: `group.write`. Role: Administrator or Content administrator.
         */
        patch: operations["ContentGroups_rename"];
        trace?: never;
    };
    "/v2/content-groups/{groupId}/items/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Share learning objects of this portal through a content group
         * @description Objects that are already in it stay; a single id that is not an object of this portal causes the whole request to be refused.
         *
         *     Scope: `group.write`. Role: Administrator or Content administrator.
         */
        post: operations["ContentGroups_add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/content-groups/{groupId}/items/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take learning objects out of a content group
         * @description Objects that are not in it are ignored.
         *
         *     Scope: `group.write`. Role: Administrator or Content administrator.
         */
        post: operations["ContentGroups_removeItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/content/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a standalone link learning item
         * @description Scope: `lo.write`. Role: Administrator or Content administrator.
         */
        post: operations["Content_createLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/content/manual": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a standalone manual learning item
         * @description Scope: `lo.write`. Role: Administrator or Content administrator.
         */
        post: operations["Content_createManual"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/custom-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the custom fields of users
         * @description All fields that the portal has defined, in the order of their names.
         *
         *     Scope: `user.read`. Role: Administrator.
         */
        get: operations["CustomFields_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of all webhooks, newest first, kept for 30 days
         * @description With the filters of the list of one webhook. With `status`, `error` or `event_id` a page checks at most 20,000 deliveries, so it may be empty and have a `next_cursor`, and a later page may have newer ones of another webhook.
         *
         *     Expensive: a server works on one such request of a portal at a time. Further ones wait for up to two seconds, then the answer is 503 `server_busy` with `Retry-After`.
         *
         *     Scope: `webhook.read`. Role: Administrator.
         */
        get: operations["PortalDeliveries_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/enrollment-aggregates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Enrollment counts of learning objects, most enrollments first
         * @description At least one of `min_enrollment_count` and `lo_ids[]` is required; if both are sent, both apply.
         *
         *     Scope: `enrollment.read`. Role: Administrator.
         */
        get: operations["EnrollmentAggregates_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/enrollment-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Enrollments created and completed over time
         * @description One entry for each hour or day, zeros too, in order. Enrollments within others do not count. An enrollment that is archived later still counts. Changes made before the service had this operation are not counted.
         *
         *     Expensive: a server works on one such request of a portal at a time. Further ones wait for up to two seconds, then the answer is 503 `server_busy` with `Retry-After`.
         *
         *     Scope: `enrollment.read`. Role: Administrator.
         */
        get: operations["EnrollmentStatistics_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/enrollments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List enrollments of the portal, last changed first
         * @description Without `user_id` the caller must be an administrator of the portal.
         *
         *     Scope: `enrollment.read`.
         */
        get: operations["Enrollments_list"];
        put?: never;
        /**
         * Create an enrollment for a user and learning object
         * @description Scope: `enrollment.write`.
         */
        post: operations["Enrollments_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/enrollments/{enrollmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Enrollment detail
         * @description Scope: `enrollment.read`.
         */
        get: operations["Enrollments_get"];
        put?: never;
        post?: never;
        /**
         * Archive an enrollment; the learning history stays
         * @description Scope: `enrollment.write`.
         */
        delete: operations["Enrollments_remove"];
        options?: never;
        head?: never;
        /**
         * Update an enrollment
         * @description Scope: `enrollment.write`.
         */
        patch: operations["Enrollments_update"];
        trace?: never;
    };
    "/v2/enrollments/{enrollmentId}/goal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link an existing enrollment to a goal
         * @description Scope: `enrollment.write`.
         */
        post: operations["Enrollments_linkGoal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/enrollments/award": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an award enrollment
         * @description Scope: `enrollment.write`.
         */
        post: operations["Enrollments_award"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/enrollments/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the learning history of the portal
         * @description All enrollments that match, each with its user and learning object, as one file. Send `archived=all` for the whole history: enrollments that were deleted or restarted, those of closed accounts, and those in learning objects that no longer exist. A file whose connection breaks off is incomplete.
         *
         *     Expensive: a server works on one such request of a portal at a time. Further ones wait for up to two seconds, then the answer is 503 `server_busy` with `Retry-After`.
         *
         *     Scope: `enrollment.read`. Role: Administrator.
         */
        get: operations["Enrollments_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/learning-objects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search learning objects
         * @description A hit matches every filter, and any of the values of one filter. With `scroll=true` the whole result can be read page by page, even by several concurrent requests with the same `scrollId`.
         *
         *     Scope: `lo.read`.
         */
        get: operations["LearningObjects_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/learning-objects/{loId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Learning object detail, including everything a course contains
         * @description Scope: `lo.read`.
         */
        get: operations["LearningObjects_get"];
        put?: never;
        post?: never;
        /**
         * Retire a learning object of this portal
         * @description It can no longer be found; enrollments in it are kept.
         *
         *     Scope: `lo.write`. Role: Administrator or Content administrator.
         */
        delete: operations["LearningObjects_remove"];
        options?: never;
        head?: never;
        /**
         * Change a learning object of this portal
         * @description Scope: `lo.write`. Role: Administrator or Content administrator.
         */
        patch: operations["LearningObjects_update"];
        trace?: never;
    };
    "/v2/learning-objects/{loId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get addresses that show the learning object in a frame on any page
         * @description A course yields one address for each item that can be shown. They work for 15 minutes.
         *
         *     Scope: `lo.read`.
         */
        get: operations["Preview_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/learning-objects/{loId}/scorm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the learning object as a SCORM 1.2 package
         * @description It plays in any LMS that supports SCORM 1.2, and reports status, score and time.
         *
         *     Expensive: a server works on one such request of a portal at a time. Further ones wait for up to two seconds, then the answer is 503 `server_busy` with `Retry-After`.
         *
         *     Scope: `lo.read`.
         */
        get: operations["Scorm_download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the portal’s limits and their use
         * @description All limits of the whole portal. Those of single people, applications, webhooks or objects are only in the guide.
         *
         *     Scope: `portal.read`. Role: Administrator.
         */
        get: operations["Limits_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Details of the authenticated user
         * @description Any token.
         */
        get: operations["Me_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/me/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a single-use login URL for the authenticated user
         * @description Only in portals with the feature `login_links`. The URL works once, within ten minutes.
         *
         *     Scope: `user.login.me`.
         */
        post: operations["LoginLinks_ofMe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/onboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a portal, and a user account if none exists
         * @description For applications that belong to no portal, and for those of a distribution partner’s portal. A person who is already known must prove who they are with an access token in `user.jwt` or in the header `X-User-Token`.
         *
         *     Scope: `portal.write`.
         */
        post: operations["Onboard_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/scorm-packages": {
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
         * End all SCORM packages of this portal
         * @description Every package downloaded so far stops working, wherever it was uploaded; packages downloaded later do work. Otherwise a package ends after a year (unless the service is configured differently), when the portal loses its licence for the learning object, or when the portal can no longer see it.
         *
         *     Scope: `lo.write`. Role: Administrator.
         */
        delete: operations["Packages_endAll"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/user-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as GET /v2/users
         * @description Scope: `user.read`.
         */
        get: operations["UserAccounts_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/user-accounts/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as GET /v2/users/{user-id}, plus `standard_fields`
         * @description Scope: `user.read`.
         */
        get: operations["UserAccounts_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users by criteria, newest first
         * @description Scope: `user.read`.
         */
        get: operations["Users_list"];
        put?: never;
        /**
         * Create a user
         * @description Scope: `user.write`. Role: Administrator.
         */
        post: operations["Users_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * User details
         * @description Scope: `user.read`.
         */
        get: operations["Users_get"];
        put?: never;
        post?: never;
        /**
         * Close the account of a user
         * @description Scope: `user.write`. Role: Administrator.
         */
        delete: operations["Users_remove"];
        options?: never;
        head?: never;
        /**
         * Update a user
         * @description Scope: `user.write`. Role: Administrator.
         */
        patch: operations["Users_update"];
        trace?: never;
    };
    "/v2/users/{userId}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a user again who has not accepted the account
         * @description Sends the mail of POST /v2/users once more; the link in the one before no longer works.
         *
         *     Scope: `user.write`. Role: Administrator.
         */
        post: operations["Users_invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/users/{userId}/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a single-use login URL
         * @description Only in portals with the feature `login_links`. The URL works once, within ten minutes.
         *
         *     Scope: `user.login`. Role: Administrator.
         */
        post: operations["LoginLinks_ofUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/users/{userId}/password-mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a user a link for choosing a new password
         * @description Sends the mail of the page for forgotten passwords; its link works for one hour. Within an hour an address gets at most three such mails; further requests have the same answer and send none.
         *
         *     Scope: `user.write`. Role: Administrator.
         */
        post: operations["Users_mailPasswordLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/users/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the people of the portal
         * @description All users that match, as one file; with `closed=all` those whose accounts were closed, too. A file whose connection breaks off is incomplete.
         *
         *     Expensive: a server works on one such request of a portal at a time. Further ones wait for up to two seconds, then the answer is 503 `server_busy` with `Retry-After`.
         *
         *     Scope: `user.read`. Role: Administrator.
         */
        get: operations["Users_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhook-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Numbers of deliveries over time, of all webhooks
         * @description One hit for each webhook of the portal, with its hours or days as in `GET /v2/webhooks/{webhookId}/statistics`.
         *
         *     Expensive: a server works on one such request of a portal at a time. Further ones wait for up to two seconds, then the answer is 503 `server_busy` with `Retry-After`.
         *
         *     Scope: `webhook.read`. Role: Administrator.
         */
        get: operations["WebhookStatistics_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks (at most 5)
         * @description Scope: `webhook.read`. Role: Administrator.
         */
        get: operations["Webhooks_list"];
        put?: never;
        /**
         * Create a webhook
         * @description Scope: `webhook.write`. Role: Administrator.
         */
        post: operations["Webhooks_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhook detail
         * @description Scope: `webhook.read`. Role: Administrator.
         */
        get: operations["Webhooks_get"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Scope: `webhook.write`. Role: Administrator.
         */
        delete: operations["Webhooks_remove"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description A changed URL or secret also applies to waiting deliveries. Disabling a webhook drops its waiting deliveries; enabling it again starts with a probe.
         *
         *     Scope: `webhook.write`. Role: Administrator.
         */
        patch: operations["Webhooks_update"];
        trace?: never;
    };
    "/v2/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries, newest first, kept for 30 days
         * @description With `status`, `error` or `event_id` a page checks at most 20,000 deliveries: `total` counts those of them that match, and a page may be empty and have a `next_cursor`.
         *
         *     Expensive: a server works on one such request of a portal at a time. Further ones wait for up to two seconds, then the answer is 503 `server_busy` with `Retry-After`.
         *
         *     Scope: `webhook.read`. Role: Administrator.
         */
        get: operations["Deliveries_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{webhookId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Delivery detail with its body
         * @description Scope: `webhook.read`. Role: Administrator.
         */
        get: operations["Deliveries_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description With the same event id, sequence and bytes. It neither waits for other events nor delays them.
         *
         *     Scope: `webhook.write`. Role: Administrator.
         */
        post: operations["Deliveries_redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again the deliveries of a time window of at most 30 days
         * @description Delivered, failed and dropped ones, or only some of them; those that wait are left out.
         *
         *     Scope: `webhook.write`. Role: Administrator.
         */
        post: operations["Deliveries_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret, with a period during which both are valid
         * @description Scope: `webhook.write`. Role: Administrator.
         */
        post: operations["Webhooks_rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{webhookId}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Numbers of deliveries over time
         * @description One hit for each hour or day, oldest first, those without a delivery included. Each counts all of its hour or day, by the clock when attempts ended; tests are not counted. Counts appear within ten seconds, are kept for 400 days, and latencies are estimated from them.
         *
         *     Expensive: a server works on one such request of a portal at a time. Further ones wait for up to two seconds, then the answer is 503 `server_busy` with `Retry-After`.
         *
         *     Scope: `webhook.read`. Role: Administrator.
         */
        get: operations["Webhooks_statistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event (`webhook.test`)
         * @description A single attempt without a sequence number; its failure does not count towards parking.
         *
         *     Scope: `webhook.write`. Role: Administrator.
         */
        post: operations["Deliveries_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "content.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "enrolment.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "enrolment.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "enrolment.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lo.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lo.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lo.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
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
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AuditActor: {
            name: string;
            user_id: number;
        };
        AuditLogEntry: {
            /** @description The account that acted; for `invitation.lapsed`, where no account acted, the account concerned. Null for an operator or an application without an account. */
            actor: components["schemas"]["AuditActor"] | null;
            /** @description The application through which it came. */
            client_id: string | null;
            /** @description Its name; null if it has been removed. */
            client_name: string | null;
            /** @description Ids, names of fields, and counts; never a secret or a text that a person wrote. */
            details: {
                [key: string]: string | number | boolean | null | string[];
            };
            /** @description What happened, one of these event names; more may come: `login.succeeded`, `login.refused`, `login.throttled`, `logout`, `client.authentication_refused`, `client.previous_secret_used`, `client.created`, `client.changed`, `client.deleted`, `client.secret_regenerated`, `signing_key.published`, `signing_key.promoted`, `signing_key.parked`, `signing_key.revoked`, `signing_key.removed`, `code.replayed`, `code.race_lost`, `code.refused`, `refresh_token.replayed`, `refresh_token.race_lost`, `refresh_token.repeated`, `refresh_token.refused`, `assertion.refused`, `token.revoked`, `family.revoked`, `consent.given`, `consent.refused`, `consent.withdrawn`, `approval.given`, `approval.withdrawn`, `application.disconnected`, `application.blocked`, `application.unblocked`, `one_time_token.used`, `password.link_requested`, `password.changed`, `address.change_requested`, `address.change_cancelled`, `address.changed`, `address.change_undone`, `name.changed`, `accounts.merge_requested`, `accounts.merged`, `second_factor.changed`, `second_factor.refused`, `session.ended`, `portal.created`, `portal.pay_per_seat_changed`, `account.accepted`, `account.declined`, `account.left`, `invitation.lapsed`, `packages.ended`, `user.created`, `user.changed`, `user.closed`, `user.invited`, `roles.changed`, `login_link.made`, `export.made`, `configuration.changed`, `branding.changed`, `webhook.created`, `webhook.changed`, `webhook.deleted`, `webhook.secret_rotated`, `webhook.replayed`, `form.refused`. */
            event: string;
            id: number;
            ip: string | null;
            /** @description The `ref` of the request, for support. */
            ref: string | null;
            /** Format: date-time */
            time: string;
            /** @description Of the browser or program; `command line, ...` and `schedule` are those of the service. */
            user_agent: string | null;
        };
        AuditLogPage: {
            hits: components["schemas"]["AuditLogEntry"][];
            /** @description Send it as `cursor` to get the next page; absent on the last page. */
            next_cursor?: string;
            total: number;
        };
        AwardEnrollment: {
            /** @description A learning object of type award. */
            award_id: number;
            /** @description Unix seconds by which it is to be completed. */
            due_date?: number | null;
            user_id: number;
        };
        Branding: {
            /** @description As it was set, `#rrggbb`. */
            color: string | null;
            dark: components["schemas"]["BrandingAccent"] | null;
            favicon: components["schemas"]["BrandingImage"] | null;
            /** @description The colour as pages use it: with enough contrast (WCAG 1.4.3). */
            light: components["schemas"]["BrandingAccent"] | null;
            logo: components["schemas"]["BrandingImage"] | null;
            /** @description Shown instead of the title, and of the name of the service. */
            name: string | null;
            /** @description Sender name of mails about this portal. */
            sender_name: string | null;
            /** @description The portal’s title: its name in mails and on pages while `name` is null. */
            title: string;
            /** Format: date-time */
            updated_time: string | null;
        };
        BrandingAccent: {
            accent: string;
            on_accent: string;
        };
        BrandingImage: {
            /**
             * Format: uri
             * @description Public; changes with the image.
             */
            url: string;
        };
        Collection: {
            /** Format: date-time */
            created_time: string;
            id: number;
            /** @description Learning objects in it that the portal can see. */
            items_count: number;
            title: string;
            /**
             * Format: date-time
             * @description When its title or its items last changed.
             */
            updated_time: string;
        };
        CollectionItems: {
            /** @description Learning object ids. */
            lo: number[];
        };
        CollectionPage: {
            hits: components["schemas"]["Collection"][];
            total: number;
        };
        Configuration: {
            [key: string]: string | number | boolean | null;
        };
        ConfigurationDefinition: {
            /** @description The value that applies if the key is not set. */
            default: boolean;
            description: string;
            key: string;
            /** @enum {string} */
            type: "boolean";
        };
        ConfigurationDefinitionList: {
            hits: components["schemas"]["ConfigurationDefinition"][];
            total: number;
        };
        Consent: {
            /** @description Stored as sent. */
            term_collection: boolean;
            /** @description Must be true. */
            term_privacy: boolean;
            /** @description Must be true. */
            term_tos: boolean;
        };
        ContentGroup: {
            /** Format: date-time */
            created_time: string;
            id: number;
            /** @description Learning objects in it that the portal can see. */
            items_count: number;
            /** @description false: of another portal, to which this one subscribes. */
            own: boolean;
            title: string;
            /**
             * Format: date-time
             * @description When its title or its items last changed.
             */
            updated_time: string;
        };
        ContentGroupPage: {
            hits: components["schemas"]["ContentGroup"][];
            total: number;
        };
        /** @description Shared content that the portal can see changed. */
        ContentUpdateEvent: {
            data: components["schemas"]["LearningObjectEventData"];
            /** @description `YYYY-MM-DDTHH:MM:SS+0000` */
            fired_at: string;
            /** @description The same for every attempt. */
            id: string;
            portal_id: number;
            /** @description Counts 1, 2, 3, ... per webhook, without gaps. */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "content.update";
        };
        CreateEnrollment: {
            /** @description Unix seconds; null removes it. */
            due_date?: number | null;
            /** @description Unix seconds. */
            end_date?: number | null;
            enrollment_type?: string;
            lo_id: number;
            /** @description The enrollment in the course that this one belongs to. */
            parent_enrollment_id?: number | null;
            pass?: boolean | null;
            /** @description 0 to 100; kept to two decimals. */
            result?: number | null;
            /** @description Unix seconds. */
            start_date?: number | null;
            /** @description Default: `not-started`. */
            status?: components["schemas"]["EnrollmentStatus"];
            /** @description Account id; by default the account of the token. */
            user_id?: number;
        };
        CreateLink: {
            description?: string;
            /** @description Default: `en`. */
            language?: string;
            title: string;
            /** @description Any http or https address, including intranet addresses. */
            url: string;
        };
        CreateManual: {
            /** @description Default: `en`. */
            language?: string;
            /** @description Who runs the workshop. */
            provider: string;
            title: string;
        };
        CreateSelection: {
            title: string;
        };
        CreateUser: {
            /** @description Fields that the portal has not defined are ignored. At most 16,384 bytes together, as JSON. */
            custom_fields?: {
                [key: string]: unknown;
            };
            /** @description Only checks whether the user could be created: the answer is 200 with the user as it would be, with the id 0. Default: `false`. */
            dry_run?: boolean;
            email: string;
            first_name: string;
            last_name: string;
            locale?: string;
            /** @description Account ids of the managers; replaces the whole list. */
            managers?: number[];
            /** @description Opens only this portal’s account, until the person sets a password of their own through a mailed link. It has no effect for a person who has done so. The most common passwords are refused, and so are the e-mail address, the part before the @ and the name of this service. */
            password?: string;
            /** @description Learner by default. */
            roles?: components["schemas"]["Role"][];
            /** @description Sends an e-mail: a link for setting a password, or an invitation to a person who already has one. Default: `true`. */
            send_login_email?: boolean;
        };
        CreateWebhookBody: {
            /** @description Default: `false`. */
            content_update?: boolean;
            /** @description Default: `true`. */
            enabled?: boolean;
            /** @description Default: `false`. */
            enrollment_create?: boolean;
            /** @description Default: `false`. */
            enrollment_delete?: boolean;
            /** @description Default: `false`. */
            enrollment_update?: boolean;
            /** @description Default: `false`. */
            lo_create?: boolean;
            /** @description Default: `false`. */
            lo_delete?: boolean;
            /** @description Default: `false`. */
            lo_update?: boolean;
            /** @description If absent, one is generated and shown in this answer only. */
            secret_key?: string;
            /** @description http or https; must be reachable from the public internet. */
            url: string;
            /** @description Default: `false`. */
            user_create?: boolean;
            /** @description Default: `false`. */
            user_delete?: boolean;
            /** @description Default: `false`. */
            user_update?: boolean;
        };
        CustomField: {
            /** @description Its name in `custom_fields` of a user. */
            name: string;
            /** @description With `choice`: the values to choose from. */
            options: string[] | null;
            /**
             * @description `date` is a day such as `2026-01-31`.
             * @enum {string}
             */
            type: "text" | "integer" | "number" | "boolean" | "date" | "choice";
        };
        CustomFieldList: {
            hits: components["schemas"]["CustomField"][];
            total: number;
        };
        Delivery: {
            /** @description The last ten, or in the detail of a delivery the last hundred. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** Format: date-time */
            created_time: string;
            /** Format: date-time */
            delivered_time: string | null;
            event_id: string;
            id: number;
            /** Format: date-time */
            next_try_time: string | null;
            /** @description null in test deliveries. */
            sequence: number | null;
            /** @description `failed`: after ten tries; `dropped`: the webhook was disabled. Both can be redelivered. */
            state: components["schemas"]["DeliveryState"];
            tries: number;
            type: string;
        };
        DeliveryAttempt: {
            /** @description How long it took, in milliseconds. */
            duration_ms: number;
            /** @description `address_refused`, `connection_failed`, `tls_failed`, `timeout` or `invalid_response`; `payload_unreadable` or `secret_unreadable` if nothing was sent because of a fault in the service. */
            error: string | null;
            /** @description What to fix. With `tls_failed`: `expired`, `self_signed`, `host_mismatch`, `incomplete_chain`, or null for other faults of TLS; with a redirect, which is not followed, the host of its `Location`; otherwise null. */
            error_reason: string | null;
            number: number;
            /** @description Whether the attempt only probed whether a parked webhook answers again. */
            probe: boolean;
            /** @description The beginning of the response, at most 1 KiB. */
            response: string | null;
            status: number | null;
            /**
             * Format: date-time
             * @description When the attempt ended, `duration_ms` after it began.
             */
            time: string;
        };
        DeliveryErrorCounts: {
            address_refused: number;
            connection_failed: number;
            invalid_response: number;
            payload_unreadable: number;
            secret_unreadable: number;
            timeout: number;
            tls_failed: number;
        };
        DeliveryPage: {
            hits: components["schemas"]["Delivery"][];
            /** @description Send it as `cursor` to get the next page; absent on the last page. */
            next_cursor?: string;
            total: number;
        };
        /** @enum {string} */
        DeliveryState: "waiting" | "delivered" | "failed" | "dropped";
        DeliveryStatistics: {
            /** @description Requests, probes included. */
            attempts: number;
            /** @description Deliveries that were delivered in this time. */
            delivered: number;
            /** @description The attempts without a status, by `error`. */
            errors: components["schemas"]["DeliveryErrorCounts"];
            /** @description Deliveries that were given up in this time. */
            failed: number;
            /** @description The milliseconds within which half of the answers began; null without one. */
            p50_ms: number | null;
            /** @description The milliseconds within which 95 % of the answers began; null without one. */
            p95_ms: number | null;
            /** @description The attempts by their status; `none`: there was no answer. */
            status_classes: components["schemas"]["DeliveryStatusClasses"];
            /**
             * Format: date-time
             * @description When the hour or the day begins.
             */
            time: string;
        };
        DeliveryStatisticsPage: {
            hits: components["schemas"]["DeliveryStatistics"][];
            total: number;
        };
        DeliveryStatusClasses: {
            "2xx": number;
            "3xx": number;
            "4xx": number;
            "5xx": number;
            none: number;
        };
        DeliveryWithBody: {
            /** @description The last ten, or in the detail of a delivery the last hundred. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** @description The sent body, byte for byte. */
            body: string | null;
            /** Format: date-time */
            created_time: string;
            /** Format: date-time */
            delivered_time: string | null;
            event_id: string;
            /** @description As sent, without those that differ by attempt: `webhook-timestamp`, the signatures and `traceparent`. */
            headers: {
                [key: string]: string;
            };
            id: number;
            /** Format: date-time */
            next_try_time: string | null;
            /** @description null in test deliveries. */
            sequence: number | null;
            /** @description `failed`: after ten tries; `dropped`: the webhook was disabled. Both can be redelivered. */
            state: components["schemas"]["DeliveryState"];
            tries: number;
            type: string;
        };
        /** @description The learning object of an enrollment. Of one that has been deleted, or that the caller can no longer see, only `id`, `type`, `title` (as it was at enrollment) and `provider` remain. */
        EnrolledObject: {
            assessable?: boolean;
            attributes?: components["schemas"]["LearningObjectAttributes"];
            authors?: string[];
            /** @description Collections of this portal that contain it. */
            collections?: number[];
            /** Format: date-time */
            created_time?: string;
            delivery?: components["schemas"]["LearningObjectDelivery"];
            description?: string;
            events?: components["schemas"]["LearningEvent"][];
            id: number;
            image?: string | null;
            items?: components["schemas"]["LearningObject"][];
            items_count?: number;
            language?: string;
            /** @description Whether this portal’s default collection contains it. */
            portal_collection?: boolean;
            previewable?: boolean;
            pricing?: components["schemas"]["Pricing"];
            provider: components["schemas"]["LearningObjectProvider"];
            published?: boolean;
            ratings?: components["schemas"]["Ratings"];
            reviews?: components["schemas"]["Reviews"];
            /** @description Fields that show only their beginning, where an answer or event would be too long; reading the object by its id shows them whole. */
            shortened?: "description"[];
            skills?: string[];
            subscription?: components["schemas"]["Subscription"];
            summary?: string | null;
            tags?: string[];
            title: string;
            topics?: string[];
            type: components["schemas"]["LearningObjectType"];
            /** Format: date-time */
            updated_time?: string;
            /** @description The address of a link item; null for others. */
            url?: string | null;
        };
        EnrolledUser: {
            email: string;
            first_name: string;
            full_name: string;
            /** @description Account id. */
            id: number;
            last_name: string;
        };
        Enrollment: {
            /**
             * @description With `archived`: the user restarted it, the enrollment was deleted, or the account was closed.
             * @enum {string|null}
             */
            archived_because?: "re-enrolled" | "deleted" | "account_closed" | null;
            /** @description With `archived`: the account that archived it; null: the service or its operator. */
            archived_by?: number | null;
            /**
             * Format: date-time
             * @description With `archived`; null while it is live.
             */
            archived_time?: string | null;
            /** @description The learning objects that the award requires. */
            award_required: number[];
            /** Format: date-time */
            created_time: string;
            /** Format: date-time */
            due_date: string | null;
            /** Format: date-time */
            end_date: string | null;
            id: number;
            /** @description With `include=lo`. */
            lo?: components["schemas"]["EnrolledObject"];
            lo_id: number;
            parent_enrollment_id: number | null;
            parent_lo_id: number | null;
            pass: boolean | null;
            result: number | null;
            /** Format: date-time */
            start_date: string | null;
            status: components["schemas"]["EnrollmentStatus"];
            /** @description Unix seconds of the last change. */
            timestamp: number;
            type: string;
            /** Format: date-time */
            updated_time: string;
            /** @description With `include=user`. */
            user?: components["schemas"]["EnrolledUser"];
            /** @description Account id. */
            user_id: number;
        };
        EnrollmentAggregate: {
            completed_count: number;
            enrollment_count: number;
            in_progress_count: number;
            lo_id: number;
            not_started_count: number;
        };
        EnrollmentAggregatePage: {
            hits: components["schemas"]["EnrollmentAggregate"][];
            total: number;
        };
        /** @description As `EnrollmentEventData`; for a person whose data was erased, only `id`. */
        EnrollmentDeleteEventData: {
            /**
             * @description With `archived`: the user restarted it, the enrollment was deleted, or the account was closed.
             * @enum {string|null}
             */
            archived_because?: "re-enrolled" | "deleted" | "account_closed" | null;
            /** @description With `archived`: the account that archived it; null: the service or its operator. */
            archived_by?: number | null;
            /**
             * Format: date-time
             * @description With `archived`; null while it is live.
             */
            archived_time?: string | null;
            /** @description The learning objects that the award requires. */
            award_required?: number[];
            /**
             * Format: date-time
             * @description As `end_date`.
             */
            completed_time?: string | null;
            /** Format: date-time */
            created_time?: string;
            /** Format: date-time */
            due_date?: string | null;
            /** Format: date-time */
            end_date?: string | null;
            id: number;
            lo_id?: number;
            parent_enrollment_id?: number | null;
            parent_lo_id?: number | null;
            /** @enum {integer|null} */
            pass?: 1 | 0 | null;
            result?: number | null;
            /** Format: date-time */
            start_date?: string | null;
            status?: components["schemas"]["EnrollmentStatus"];
            /** @description Unix seconds of the last change. */
            timestamp?: number;
            type?: string;
            /** Format: date-time */
            updated_time?: string;
            /** @description Account id. */
            user_id?: number;
        };
        EnrollmentDetail: {
            /**
             * @description With `archived`: the user restarted it, the enrollment was deleted, or the account was closed.
             * @enum {string|null}
             */
            archived_because?: "re-enrolled" | "deleted" | "account_closed" | null;
            /** @description With `archived`: the account that archived it; null: the service or its operator. */
            archived_by?: number | null;
            /**
             * Format: date-time
             * @description With `archived`; null while it is live.
             */
            archived_time?: string | null;
            /** @description The learning objects that the award requires. */
            award_required: number[];
            /** Format: date-time */
            created_time: string;
            /** Format: date-time */
            due_date: string | null;
            /** Format: date-time */
            end_date: string | null;
            goals: components["schemas"]["GoalLink"][];
            id: number;
            /** @description With `include=lo`. */
            lo?: components["schemas"]["EnrolledObject"];
            lo_id: number;
            parent_enrollment_id: number | null;
            parent_lo_id: number | null;
            pass: boolean | null;
            result: number | null;
            /** Format: date-time */
            start_date: string | null;
            status: components["schemas"]["EnrollmentStatus"];
            /** @description Unix seconds of the last change. */
            timestamp: number;
            type: string;
            /** Format: date-time */
            updated_time: string;
            /** @description With `include=user`. */
            user?: components["schemas"]["EnrolledUser"];
            /** @description Account id. */
            user_id: number;
        };
        /** @description As `Enrollment`, but `pass` is 1 or 0, and `completed_time` repeats `end_date`. */
        EnrollmentEventData: {
            /**
             * @description With `archived`: the user restarted it, the enrollment was deleted, or the account was closed.
             * @enum {string|null}
             */
            archived_because?: "re-enrolled" | "deleted" | "account_closed" | null;
            /** @description With `archived`: the account that archived it; null: the service or its operator. */
            archived_by?: number | null;
            /**
             * Format: date-time
             * @description With `archived`; null while it is live.
             */
            archived_time?: string | null;
            /** @description The learning objects that the award requires. */
            award_required: number[];
            /**
             * Format: date-time
             * @description As `end_date`.
             */
            completed_time: string | null;
            /** Format: date-time */
            created_time: string;
            /** Format: date-time */
            due_date: string | null;
            /** Format: date-time */
            end_date: string | null;
            id: number;
            lo_id: number;
            parent_enrollment_id: number | null;
            parent_lo_id: number | null;
            /** @enum {integer|null} */
            pass: 1 | 0 | null;
            result: number | null;
            /** Format: date-time */
            start_date: string | null;
            status: components["schemas"]["EnrollmentStatus"];
            /** @description Unix seconds of the last change. */
            timestamp: number;
            type: string;
            /** Format: date-time */
            updated_time: string;
            /** @description Account id. */
            user_id: number;
        };
        EnrollmentGoal: {
            goal_id: number;
            value?: number | null;
        };
        EnrollmentPage: {
            hits: components["schemas"]["Enrollment"][];
            /** @description Send it as `cursor` to get the next page; absent on the last page. */
            next_cursor?: string;
            total: number;
        };
        EnrollmentStatistics: {
            /** @description Enrollments that became completed in this time. */
            completed: number;
            /** @description Enrollments that were created in this time. */
            created: number;
            /**
             * Format: date-time
             * @description When the hour or the day begins.
             */
            time: string;
        };
        EnrollmentStatisticsPage: {
            hits: components["schemas"]["EnrollmentStatistics"][];
            total: number;
        };
        /** @enum {string} */
        EnrollmentStatus: "not-started" | "in-progress" | "completed";
        /** @description A person was enrolled. */
        EnrolmentCreateEvent: {
            data: components["schemas"]["EnrollmentEventData"];
            /** @description `YYYY-MM-DDTHH:MM:SS+0000` */
            fired_at: string;
            /** @description The same for every attempt. */
            id: string;
            portal_id: number;
            /** @description Counts 1, 2, 3, ... per webhook, without gaps. */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "enrolment.create";
        };
        /** @description An enrollment was archived; if the person was erased, `data` contains only the id. */
        EnrolmentDeleteEvent: {
            data: components["schemas"]["EnrollmentDeleteEventData"];
            /** @description `YYYY-MM-DDTHH:MM:SS+0000` */
            fired_at: string;
            /** @description The same for every attempt. */
            id: string;
            portal_id: number;
            /** @description Counts 1, 2, 3, ... per webhook, without gaps. */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "enrolment.delete";
        };
        /** @description An enrollment changed, for example its status. */
        EnrolmentUpdateEvent: {
            data: components["schemas"]["EnrollmentEventData"];
            /** @description `YYYY-MM-DDTHH:MM:SS+0000` */
            fired_at: string;
            /** @description The same for every attempt. */
            id: string;
            portal_id: number;
            /** @description Counts 1, 2, 3, ... per webhook, without gaps. */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "enrolment.update";
        };
        Error: {
            /** @description Which fields are wrong, and how: at most a hundred. */
            additional_errors?: components["schemas"]["FieldError"][];
            /** @description The HTTP status. */
            code: number;
            /** @description With `enrollment_exists`: the existing enrollment. */
            enrollment_id?: number;
            error_code: components["schemas"]["ErrorCode"];
            /** @description With `enrollment_exists`: the same. */
            id?: number;
            /** @description With `limit_reached` and `server_busy`: the limit that was reached. */
            limit?: string;
            /** @description A sentence for people. */
            message: string;
            /** @description With `limit_reached`: the maximum. */
            most?: number;
            /** @description The id of the request; quote it when asking for help. */
            ref: string;
        };
        /**
         * @description A stable code for programs; docs/errors.md lists them all.
         * @enum {string}
         */
        ErrorCode: "validation_failed" | "bad_request" | "incomplete_body" | "invalid_json" | "invalid_encoding" | "invalid_value" | "invalid_multipart" | "image_refused" | "unexpected_file" | "too_many_parameters" | "client_without_secret" | "invalid_token" | "insufficient_scope" | "administrator_required" | "role_required" | "portal_required" | "licence_required" | "feature_required" | "service_account" | "special_permission_required" | "application_token_required" | "onboarding_not_allowed" | "partner_not_approved" | "own_approval" | "not_own_application" | "fresh_login_required" | "not_found" | "method_not_allowed" | "limit_reached" | "no_seat_left" | "enrollment_exists" | "invalid_transition" | "user_exists" | "invitation_accepted" | "invitation_pending" | "user_blocked" | "default_collection" | "too_many_items" | "last_administrator" | "domain_taken" | "not_previewable" | "webhook_limit" | "webhook_disabled" | "idempotency_key_reused" | "idempotency_answer_lost" | "secret_just_rotated" | "own_application" | "application_blocked" | "precondition_failed" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "too_many_requests" | "headers_too_large" | "internal_error" | "temporarily_unavailable" | "server_busy" | "not_ready";
        Facet: {
            buckets: components["schemas"]["FacetBucket"][];
            /** @description How many hits the buckets leave out. */
            sum_other_doc_count?: number;
        };
        FacetBucket: {
            doc_count: number;
            key: string;
        };
        Facets: {
            instance?: components["schemas"]["ProviderFacet"];
            language?: components["schemas"]["Facet"];
            location?: components["schemas"]["Facet"];
            tag?: components["schemas"]["Facet"];
            topics?: components["schemas"]["Facet"];
            type?: components["schemas"]["Facet"];
        };
        FieldError: {
            error_code: components["schemas"]["FieldErrorCode"];
            /** @description The fault of the field. */
            message: string;
            /** @description The field, with dots between the parts of its name. */
            path: string;
        };
        /** @enum {string} */
        FieldErrorCode: "required" | "invalid" | "invalid_type" | "invalid_format" | "invalid_value" | "invalid_key" | "invalid_element" | "invalid_union" | "too_big" | "too_small" | "not_multiple_of" | "unrecognized_keys" | "custom" | "too_many_values" | "unknown_manager" | "manager_cycle" | "unknown_learning_object" | "unknown_partner" | "unknown_creation_path" | "payment_declined" | "payments_not_set_up" | "beyond_client" | "password_short" | "password_long" | "password_common" | "password_own" | "invalid_idempotency_key";
        GoalLink: {
            goal_id: number;
            value: number | null;
        };
        LearningEvent: {
            /** Format: date-time */
            end: string;
            id: number;
            location: components["schemas"]["Location"];
            /** Format: date-time */
            start: string;
        };
        /** @description A learning object. `items` is empty in search results; the detail lists what a course or module contains, at most 2,000 objects on all levels together. */
        LearningObject: {
            assessable: boolean;
            attributes: components["schemas"]["LearningObjectAttributes"];
            authors: string[];
            /** @description Collections of this portal that contain it. */
            collections: number[];
            /** Format: date-time */
            created_time: string;
            delivery: components["schemas"]["LearningObjectDelivery"];
            description: string;
            events: components["schemas"]["LearningEvent"][];
            id: number;
            image: string | null;
            items: components["schemas"]["LearningObject"][];
            items_count: number;
            language: string;
            /** @description Whether this portal’s default collection contains it. */
            portal_collection: boolean;
            previewable: boolean;
            pricing: components["schemas"]["Pricing"];
            provider: components["schemas"]["LearningObjectProvider"];
            published: boolean;
            ratings: components["schemas"]["Ratings"];
            reviews: components["schemas"]["Reviews"];
            /** @description Fields that show only their beginning, where an answer or event would be too long; reading the object by its id shows them whole. */
            shortened?: "description"[];
            skills: string[];
            subscription: components["schemas"]["Subscription"];
            summary: string | null;
            tags: string[];
            title: string;
            topics: string[];
            type: components["schemas"]["LearningObjectType"];
            /** Format: date-time */
            updated_time: string;
            /** @description The address of a link item; null for others. */
            url: string | null;
        };
        /** @description Topics, and further attributes from the import. */
        LearningObjectAttributes: {
            topics: components["schemas"]["Topic"][];
        } & {
            [key: string]: unknown;
        };
        LearningObjectDelivery: {
            /** @description Minutes. */
            duration: number;
            mode: string;
        };
        /** @description As `LearningObject` in search results, without `subscription`, `collections`, `portal_collection`. */
        LearningObjectEventData: {
            assessable: boolean;
            attributes: components["schemas"]["LearningObjectAttributes"];
            authors: string[];
            /** Format: date-time */
            created_time: string;
            delivery: components["schemas"]["LearningObjectDelivery"];
            description: string;
            events: components["schemas"]["LearningEvent"][];
            id: number;
            image: string | null;
            items: components["schemas"]["LearningObject"][];
            items_count: number;
            language: string;
            previewable: boolean;
            pricing: components["schemas"]["Pricing"];
            provider: components["schemas"]["LearningObjectProvider"];
            published: boolean;
            ratings: components["schemas"]["Ratings"];
            reviews: components["schemas"]["Reviews"];
            /** @description Fields that show only their beginning, where an answer or event would be too long; reading the object by its id shows them whole. */
            shortened?: "description"[];
            skills: string[];
            summary: string | null;
            tags: string[];
            title: string;
            topics: string[];
            type: components["schemas"]["LearningObjectType"];
            /** Format: date-time */
            updated_time: string;
            /** @description The address of a link item; null for others. */
            url: string | null;
        };
        LearningObjectPage: {
            /** @description Only when scrolling; null on an empty page. */
            _scroll_id?: string | null;
            /** @description Only when requested. */
            facets?: components["schemas"]["Facets"];
            hits: components["schemas"]["LearningObject"][];
            total: number;
        };
        LearningObjectProvider: {
            id: number;
            logo: string | null;
            name: string;
        };
        /** @enum {string} */
        LearningObjectType: "course" | "module" | "award" | "video" | "document" | "text" | "link" | "manual" | "quiz" | "interactive" | "event" | "assignment";
        Location: {
            country: string;
            locality: string | null;
            thoroughfare: string | null;
        };
        /** @description A learning object was created, or has become visible to the portal. */
        LoCreateEvent: {
            data: components["schemas"]["LearningObjectEventData"];
            /** @description `YYYY-MM-DDTHH:MM:SS+0000` */
            fired_at: string;
            /** @description The same for every attempt. */
            id: string;
            portal_id: number;
            /** @description Counts 1, 2, 3, ... per webhook, without gaps. */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "lo.create";
        };
        /** @description A learning object was retired, or is no longer visible to the portal. */
        LoDeleteEvent: {
            data: components["schemas"]["LearningObjectEventData"];
            /** @description `YYYY-MM-DDTHH:MM:SS+0000` */
            fired_at: string;
            /** @description The same for every attempt. */
            id: string;
            portal_id: number;
            /** @description Counts 1, 2, 3, ... per webhook, without gaps. */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "lo.delete";
        };
        LoginLink: {
            /**
             * Format: uri
             * @description Signs the person in once, within ten minutes.
             */
            url: string;
        };
        /** @description A learning object of the portal changed. */
        LoUpdateEvent: {
            data: components["schemas"]["LearningObjectEventData"];
            /** @description `YYYY-MM-DDTHH:MM:SS+0000` */
            fired_at: string;
            /** @description The same for every attempt. */
            id: string;
            portal_id: number;
            /** @description Counts 1, 2, 3, ... per webhook, without gaps. */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "lo.update";
        };
        /** @description The members of the JSON body as fields: lists as `roles[]`, members of objects as `custom_fields[department]`. */
        MultipartForm: {
            [key: string]: string;
        };
        Onboard: {
            /** @description Further administrators. */
            additional_users?: components["schemas"]["OnboardUser"][];
            /** @description The value is provided by support. */
            creation_path: string;
            customer: components["schemas"]["OnboardCustomer"];
            /** @description The distribution partner’s portal above the new one. */
            partner_portal_id?: number;
            portal?: components["schemas"]["OnboardPortal"];
            referrer?: string;
            /** @description The first administrator; by default the person of the token. */
            user?: components["schemas"]["OnboardUser"];
        };
        OnboardCustomer: {
            /**
             * @description Default: `annual`.
             * @enum {string}
             */
            billing_interval?: "annual" | "monthly";
            /** @description ISO 3166-1 alpha-2, in capitals. */
            country?: string;
            industry?: string;
            name: string;
            /** @description Card token; passed to the payment gateway and never stored. */
            payment_token?: string;
        };
        Onboarded: {
            additional_users: components["schemas"]["User"][];
            /** @description null if it could not be obtained; for ten minutes the same request with the same Idempotency-Key tries again. */
            oauth_token: components["schemas"]["OnboardToken"] | null;
            portal: components["schemas"]["Portal"];
            user: components["schemas"]["User"];
        };
        OnboardPortal: {
            /** @description E-mail addresses of people to be invited as administrators, whether they are already known or not. */
            administrators?: string[];
            /** @description Host name, a first-level subdomain of the portal domain. */
            domain: string;
            /** @description Whether these people are sent e-mails. Default: `true`. */
            notifications?: boolean;
            /** @description Number of users; more active ones are refused, unless the portal pays per seat. */
            seats?: number;
        };
        OnboardToken: {
            access_token: string;
            expires_in: number;
            refresh_token?: string;
            /** @enum {string} */
            token_type: "Bearer";
        };
        OnboardUser: {
            consent?: components["schemas"]["Consent"];
            email: string;
            first_name: string;
            /** @description Access token of the person, from a login with their own password; required if they are already known. */
            jwt?: string;
            last_name: string;
            /** @description Opens only this portal’s account, until the person sets a password of their own through a mailed link. It has no effect for a person who has done so. The most common passwords are refused, and so are the e-mail address, the part before the @ and the name of this service. */
            password?: string;
            phone?: string;
        };
        Plan: {
            /** @description Active people, that is, the seats in use. */
            active_user_count: number;
            licensed_user_count: number;
            name: string;
            /** @description For administrators; null for others. */
            pricing: components["schemas"]["Pricing"] | null;
            region: string;
            renewal_date: string | null;
            type: string;
        };
        Portal: {
            /** Format: date-time */
            created_time: string;
            /** @description Features that are switched on. */
            features: string[];
            id: number;
            /** @description Host name of the portal. */
            name: string;
            plan: components["schemas"]["Plan"];
            title: string;
            /** @description Host name, without a scheme. */
            url: string;
        };
        PortalDelivery: {
            /** @description The last ten, or in the detail of a delivery the last hundred. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** Format: date-time */
            created_time: string;
            /** Format: date-time */
            delivered_time: string | null;
            event_id: string;
            id: number;
            /** Format: date-time */
            next_try_time: string | null;
            /** @description null in test deliveries. */
            sequence: number | null;
            /** @description `failed`: after ten tries; `dropped`: the webhook was disabled. Both can be redelivered. */
            state: components["schemas"]["DeliveryState"];
            tries: number;
            type: string;
            webhook_id: number;
        };
        PortalDeliveryPage: {
            hits: components["schemas"]["PortalDelivery"][];
            /** @description Send it as `cursor` to get the next page; absent on the last page. */
            next_cursor?: string;
            total: number;
        };
        PortalLimit: {
            /** @description Its name, as in an answer `limit_reached`. */
            limit: string;
            /** @description How many there can be. */
            most: number;
            /**
             * @description Whether everything that exists is counted, or what the current day or hour (UTC) has brought.
             * @enum {string}
             */
            per: "portal" | "portal and day" | "portal and hour";
            /**
             * Format: date-time
             * @description When the current day or hour ends.
             */
            resets_time: string | null;
            /** @description How many there are. Null: not counted by the database. */
            used: number | null;
            /** @description The limited objects, as described in `docs/limits.md`. */
            what: string;
        };
        PortalLimitList: {
            hits: components["schemas"]["PortalLimit"][];
            total: number;
        };
        Preview: {
            id: number;
            mimetype: string;
            title: string;
            type: components["schemas"]["LearningObjectType"];
            /** @description For a frame on any page; works for 15 minutes. */
            url: string;
        };
        PreviewPage: {
            hits: components["schemas"]["Preview"][];
            total: number;
        };
        Pricing: {
            currency: string;
            price: number;
            tax: number;
            tax_included: boolean;
        };
        ProviderFacet: {
            buckets: components["schemas"]["ProviderFacetBucket"][];
        };
        ProviderFacetBucket: {
            doc_count: number;
            /** @description Provider id. */
            key: number;
            name: string;
        };
        Ratings: {
            five_star_rating: number;
            ratings_count: number;
        };
        RecordedError: {
            /** @description The application whose token was sent. */
            client_id: string;
            /** @description Its name; null if it has been removed. */
            client_name: string | null;
            error_code: string;
            /** @description Names of the fields at fault, as in `additional_errors`; at most ten. */
            fields: string[];
            id: number;
            /** @description Method and path, as in this document. */
            operation: string;
            /** @description The `ref` of the answer. */
            ref: string;
            /** @description What to do about this error code. */
            remedy: string | null;
            status: number;
            /** Format: date-time */
            time: string;
        };
        RecordedErrorPage: {
            hits: components["schemas"]["RecordedError"][];
            total: number;
        };
        ReplayAnswer: {
            /** @description The number of deliveries that will be sent again, or would be. */
            count: number;
        };
        ReplayBody: {
            /** @description Only counts the deliveries that would be sent again. Default: `false`. */
            dry_run?: boolean;
            /** @description Of events that were fired at or after this time. */
            from: number;
            /** @description Only deliveries in these states. */
            states?: ("delivered" | "failed" | "dropped")[];
            /** @description Of events that were fired at or before this time. */
            to: number;
            /** @description Only events of these types. */
            types?: ("enrolment.create" | "enrolment.update" | "enrolment.delete" | "lo.create" | "lo.update" | "lo.delete" | "user.create" | "user.update" | "user.delete" | "content.update")[];
        };
        Reviews: {
            count: number;
            rating: number;
        };
        /** @enum {string} */
        Role: "Administrator" | "Manager" | "Content administrator" | "Learner";
        RotateSecretBody: {
            /** @description How long deliveries carry signatures by both secrets. Default: `86400`. */
            overlap_seconds?: number;
            /** @description If absent, one is generated and shown in this answer only. */
            secret_key?: string;
        };
        Subscription: {
            /** @description -1 is unlimited, 0 is none. */
            licenses: number;
            package: string | null;
        };
        TestEventData: {
            /** Format: date-time */
            requested_time: string;
            webhook_id: number;
        };
        Topic: {
            /** @description The same for the same topic of the same owner. */
            key: number;
            value: string;
        };
        UpdateBranding: {
            color?: string | null;
            name?: string | null;
            sender_name?: string | null;
        };
        UpdateConfiguration: {
            /** @description Whether seats are paid for individually. */
            pay_per_seat?: boolean;
        } & {
            [key: string]: unknown;
        };
        UpdateEnrollment: {
            /** @description The learning objects that the award requires. */
            award_required?: number[];
            /** @description Unix seconds; null removes it. */
            due_date?: number | null;
            /** @description Unix seconds. */
            end_date?: number | null;
            enrollment_type?: string;
            parent_enrollment_id?: number | null;
            pass?: boolean | null;
            /** @description 0 to 100; kept to two decimals. */
            result?: number | null;
            /** @description Unix seconds. */
            start_date?: number | null;
            status?: components["schemas"]["EnrollmentStatus"];
        };
        UpdateLearningObject: {
            description?: string;
            /** @description Minutes. */
            duration?: number;
            image?: string | null;
            language?: string;
            /** @description false: a draft, for this portal’s administrators, managers and content administrators. */
            published?: boolean;
            summary?: string | null;
            tags?: string[];
            title?: string;
            topics?: string[];
            /** @description For link items. */
            url?: string;
        };
        UpdateSelection: {
            title?: string;
        };
        UpdateUser: {
            /** @description Merged into the existing fields; null clears one. At most 16,384 bytes together, as JSON. */
            custom_fields?: {
                [key: string]: unknown;
            };
            /** @description Corrects the address of a user whose `state` is `invited`: they get a new invitation, and the former one ends. Ignored once they have accepted. */
            email?: string;
            first_name?: string;
            last_name?: string;
            locale?: string;
            /** @description Account ids of the managers; replaces the whole list. */
            managers?: number[];
            roles?: components["schemas"]["Role"][];
            /** @description false blocks the user and immediately ends all tokens and sessions. */
            status?: boolean;
        };
        UpdateWebhookBody: {
            content_update?: boolean;
            enabled?: boolean;
            enrollment_create?: boolean;
            enrollment_delete?: boolean;
            enrollment_update?: boolean;
            lo_create?: boolean;
            lo_delete?: boolean;
            lo_update?: boolean;
            /** @description Replaces the secret immediately, without an overlap. */
            secret_key?: string;
            /** @description http or https; must be reachable from the public internet. */
            url?: string;
            user_create?: boolean;
            user_delete?: boolean;
            user_update?: boolean;
        };
        /** @description The members of the JSON body as fields: lists as `roles[]`, members of objects as `custom_fields[department]`. */
        UrlencodedForm: {
            [key: string]: string;
        };
        User: {
            /**
             * Format: date-time
             * @description With `closed`: when the account was closed; null: it is open.
             */
            closed_time?: string | null;
            /** Format: date-time */
            created_time: string;
            custom_fields: {
                [key: string]: unknown;
            };
            email: string;
            first_name: string;
            full_name: string;
            /** @description Account id. */
            id: number;
            /** Format: date-time */
            last_login_time: string | null;
            last_name: string;
            locale: string;
            /** @description Account ids. */
            managers: number[];
            profile_picture: string | null;
            roles: components["schemas"]["Role"][];
            /**
             * @description `invited` until the user accepts the account, `blocked` if `status` is false.
             * @enum {string}
             */
            state: "invited" | "active" | "blocked";
            /** @description false: blocked. */
            status: boolean;
            /** Format: date-time */
            updated_time: string;
        };
        UserAccount: {
            /**
             * Format: date-time
             * @description With `closed`: when the account was closed; null: it is open.
             */
            closed_time?: string | null;
            /** Format: date-time */
            created_time: string;
            custom_fields: {
                [key: string]: unknown;
            };
            email: string;
            first_name: string;
            full_name: string;
            /** @description Account id. */
            id: number;
            /** Format: date-time */
            last_login_time: string | null;
            last_name: string;
            locale: string;
            /** @description Account ids. */
            managers: number[];
            profile_picture: string | null;
            roles: components["schemas"]["Role"][];
            /** @description Always empty. */
            standard_fields: {
                [key: string]: string;
            };
            /**
             * @description `invited` until the user accepts the account, `blocked` if `status` is false.
             * @enum {string}
             */
            state: "invited" | "active" | "blocked";
            /** @description false: blocked. */
            status: boolean;
            /** Format: date-time */
            updated_time: string;
        };
        /** @description A user was created. */
        UserCreateEvent: {
            data: components["schemas"]["UserEventData"];
            /** @description `YYYY-MM-DDTHH:MM:SS+0000` */
            fired_at: string;
            /** @description The same for every attempt. */
            id: string;
            portal_id: number;
            /** @description Counts 1, 2, 3, ... per webhook, without gaps. */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "user.create";
        };
        /** @description The account of a user was closed; if the person was erased, `data` contains only the id. */
        UserDeleteEvent: {
            data: components["schemas"]["UserEventData"];
            /** @description `YYYY-MM-DDTHH:MM:SS+0000` */
            fired_at: string;
            /** @description The same for every attempt. */
            id: string;
            portal_id: number;
            /** @description Counts 1, 2, 3, ... per webhook, without gaps. */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "user.delete";
        };
        /** @description As `User`; in `user.delete`, for a person whose data was erased, only `id`. */
        UserEventData: {
            /**
             * Format: date-time
             * @description With `closed`: when the account was closed; null: it is open.
             */
            closed_time?: string | null;
            /** Format: date-time */
            created_time?: string;
            custom_fields?: {
                [key: string]: unknown;
            };
            email?: string;
            first_name?: string;
            full_name?: string;
            /** @description Account id. */
            id: number;
            /** Format: date-time */
            last_login_time?: string | null;
            last_name?: string;
            locale?: string;
            /** @description Account ids. */
            managers?: number[];
            profile_picture?: string | null;
            roles?: components["schemas"]["Role"][];
            /**
             * @description `invited` until the user accepts the account, `blocked` if `status` is false.
             * @enum {string}
             */
            state?: "invited" | "active" | "blocked";
            /** @description false: blocked. */
            status?: boolean;
            /** Format: date-time */
            updated_time?: string;
        };
        UserPage: {
            hits: components["schemas"]["User"][];
            /** @description Send it as `cursor` to get the next page; absent on the last page. */
            next_cursor?: string;
            total: number;
        };
        /** @description A user changed. */
        UserUpdateEvent: {
            data: components["schemas"]["UserEventData"];
            /** @description `YYYY-MM-DDTHH:MM:SS+0000` */
            fired_at: string;
            /** @description The same for every attempt. */
            id: string;
            portal_id: number;
            /** @description Counts 1, 2, 3, ... per webhook, without gaps. */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "user.update";
        };
        Webhook: {
            content_update: boolean;
            /** Format: date-time */
            created_time: string;
            enabled: boolean;
            enrollment_create: boolean;
            enrollment_delete: boolean;
            enrollment_update: boolean;
            /** Format: date-time */
            failing_since: string | null;
            failures_in_row: number;
            id: number;
            /** @description The address is http, not https. */
            insecure: boolean;
            /** Format: date-time */
            last_success_time: string | null;
            /**
             * Format: date-time
             * @description When its receiver last accepted a test of the last 31 days: a test is no success of the webhook.
             */
            last_test_success_time: string | null;
            lo_create: boolean;
            lo_delete: boolean;
            lo_update: boolean;
            /** Format: date-time */
            next_try_time: string | null;
            /**
             * Format: date-time
             * @description When the oldest of them was queued.
             */
            oldest_waiting_time: string | null;
            /** @description false: deliveries are not signed. */
            secret_key_set: boolean;
            /** @description `parked`: after five failures in a row it is only probed; `paused`: by an operator of the service. */
            state: components["schemas"]["WebhookState"];
            /** Format: date-time */
            updated_time: string;
            url: string;
            user_create: boolean;
            user_delete: boolean;
            user_update: boolean;
            /** @description Deliveries that wait to be sent, counted to 10,000. */
            waiting_count: number;
        };
        /** @description The body of a webhook. */
        WebhookEvent: components["schemas"]["EnrolmentCreateEvent"] | components["schemas"]["EnrolmentUpdateEvent"] | components["schemas"]["EnrolmentDeleteEvent"] | components["schemas"]["LoCreateEvent"] | components["schemas"]["LoUpdateEvent"] | components["schemas"]["LoDeleteEvent"] | components["schemas"]["UserCreateEvent"] | components["schemas"]["UserUpdateEvent"] | components["schemas"]["UserDeleteEvent"] | components["schemas"]["ContentUpdateEvent"] | components["schemas"]["WebhookTestEvent"];
        WebhookPage: {
            hits: components["schemas"]["Webhook"][];
            total: number;
        };
        /** @enum {string} */
        WebhookState: "open" | "parked" | "disabled" | "paused";
        WebhookStatistics: {
            series: components["schemas"]["DeliveryStatistics"][];
            webhook_id: number;
        };
        WebhookStatisticsPage: {
            hits: components["schemas"]["WebhookStatistics"][];
            total: number;
        };
        /** @description A test event, requested with `POST /v2/webhooks/{webhook-id}/test`. */
        WebhookTestEvent: {
            data: components["schemas"]["TestEventData"];
            /** @description `YYYY-MM-DDTHH:MM:SS+0000` */
            fired_at: string;
            /** @description The same for every attempt. */
            id: string;
            portal_id: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.test";
        };
        WebhookWithSecret: {
            content_update: boolean;
            /** Format: date-time */
            created_time: string;
            enabled: boolean;
            enrollment_create: boolean;
            enrollment_delete: boolean;
            enrollment_update: boolean;
            /** Format: date-time */
            failing_since: string | null;
            failures_in_row: number;
            id: number;
            /** @description The address is http, not https. */
            insecure: boolean;
            /** Format: date-time */
            last_success_time: string | null;
            /**
             * Format: date-time
             * @description When its receiver last accepted a test of the last 31 days: a test is no success of the webhook.
             */
            last_test_success_time: string | null;
            lo_create: boolean;
            lo_delete: boolean;
            lo_update: boolean;
            /** Format: date-time */
            next_try_time: string | null;
            /**
             * Format: date-time
             * @description When the oldest of them was queued.
             */
            oldest_waiting_time: string | null;
            /** @description Present if it was generated; it is never shown again. */
            secret_key?: string;
            /** @description false: deliveries are not signed. */
            secret_key_set: boolean;
            /** @description `parked`: after five failures in a row it is only probed; `paused`: by an operator of the service. */
            state: components["schemas"]["WebhookState"];
            /** Format: date-time */
            updated_time: string;
            url: string;
            user_create: boolean;
            user_delete: boolean;
            user_update: boolean;
            /** @description Deliveries that wait to be sent, counted to 10,000. */
            waiting_count: number;
        };
    };
    responses: {
        /** @description A parameter is malformed or missing; `additional_errors` names it. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `enrollment_exists`: the user has a live enrollment in this learning object; `enrollment_id` names it. `limit_reached`: Limit per account: 100 enrollments in one learning object, including archived ones. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `administrator_required`; or a portal: `portal_required`. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The headers are too large. */
        HeadersTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such user in this portal. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It has changed since the ETag in If-Match was issued. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something went wrong on our side; quote `ref` when asking for help. */
        ServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests; `Retry-After` states how long to wait. */
        TooManyRequests: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token is missing, malformed, expired or revoked. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The database is unavailable, or `server_busy`; `Retry-After` states when to retry. */
        Unavailable: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is neither JSON nor urlencoded nor multipart/form-data, or it is compressed. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The address is too long. */
        UriTooLong: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: {
        ContentUpdateEvent: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /** Shared content that the portal can see changed. */
            post: operations["event_content_update"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
        EnrolmentCreateEvent: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /** A person was enrolled. */
            post: operations["event_enrolment_create"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
        EnrolmentDeleteEvent: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /** An enrollment was archived; if the person was erased, `data` contains only the id. */
            post: operations["event_enrolment_delete"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
        EnrolmentUpdateEvent: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /** An enrollment changed, for example its status. */
            post: operations["event_enrolment_update"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
        LoCreateEvent: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /** A learning object was created, or has become visible to the portal. */
            post: operations["event_lo_create"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
        LoDeleteEvent: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /** A learning object was retired, or is no longer visible to the portal. */
            post: operations["event_lo_delete"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
        LoUpdateEvent: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /** A learning object of the portal changed. */
            post: operations["event_lo_update"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
        UserCreateEvent: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /** A user was created. */
            post: operations["event_user_create"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
        UserDeleteEvent: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /** The account of a user was closed; if the person was erased, `data` contains only the id. */
            post: operations["event_user_delete"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
        UserUpdateEvent: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /** A user changed. */
            post: operations["event_user_update"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
        WebhookTestEvent: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            get?: never;
            put?: never;
            /** A test event, requested with `POST /v2/webhooks/{webhook-id}/test`. */
            post: operations["event_webhook_test"];
            delete?: never;
            options?: never;
            head?: never;
            patch?: never;
            trace?: never;
        };
    };
}
export type $defs = Record<string, never>;
export interface operations {
    Account_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Portal"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ApiErrors_list: {
        parameters: {
            query?: {
                /** @description Only requests with a token of this application. */
                client_id?: string;
                /** @description Only this code. */
                error_code?: string;
                /** @description How many items to return; 0 returns only the total. */
                limit?: number;
                /** @description How many items to skip. */
                offset?: number;
                /** @description Only this operation, such as `POST /v2/users`. */
                operation?: string;
                /** @description The request with this `ref`. */
                ref?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedErrorPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    AuditLog_list: {
        parameters: {
            query?: {
                /** @description Only what was done to this account. */
                about_user_id?: number;
                /** @description Only what came through this application. */
                client_id?: string;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only entries with this event. */
                event?: string;
                /** @description At or after this time. */
                from?: number;
                /** @description How many items to return; 0 returns only the total. */
                limit?: number;
                /** @description At or before this time. */
                to?: number;
                /** @description Only what this account did. */
                user_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    AuditLog_export: {
        parameters: {
            query?: {
                /** @description Only what was done to this account. */
                about_user_id?: number;
                /** @description false: CSV without the byte order mark, by which spreadsheets recognize UTF-8. */
                bom?: boolean;
                /** @description Only what came through this application. */
                client_id?: string;
                /** @description Only entries with this event. */
                event?: string;
                /** @description One JSON object per line, or comma-separated values with a header; by default what `Accept` prefers, and NDJSON. */
                format?: "ndjson" | "csv";
                /** @description At or after this time. */
                from?: number;
                /** @description At or before this time. */
                to?: number;
                /** @description Only what this account did. */
                user_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            /** @description Too many requests; `Retry-After` states how long to wait. Or three exports of the portal are in progress. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Branding_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Branding_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag; the change is refused if the object is no longer in that state. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBranding"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Branding_putFavicon: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/png": string;
                "image/svg+xml": string;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            /** @description A parameter is malformed or missing; `additional_errors` names it. `image_refused`: it is damaged, or does more than draw. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The image is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            /** @description The body is neither PNG nor SVG. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Branding_removeFavicon: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Branding_putLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/png": string;
                "image/svg+xml": string;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            /** @description A parameter is malformed or missing; `additional_errors` names it. `image_refused`: it is damaged, or does more than draw. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The image is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            /** @description The body is neither PNG nor SVG. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Branding_removeLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Collections_list: {
        parameters: {
            query?: {
                /** @description How many items to return; 0 returns only the total. */
                limit?: number;
                /** @description How many items to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Collections_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSelection"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `limit_reached`: Limit per portal: 1,000 collections. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Collections_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the collection. */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such collection of this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Collections_remove: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag; the change is refused if the object is no longer in that state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the collection. */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such collection of this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `default_collection`: every portal keeps its default collection. `too_many_items`: it has more than 10,000. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Collections_rename: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag; the change is refused if the object is no longer in that state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the collection. */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSelection"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such collection of this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Collections_add: {
        parameters: {
            query?: never;
            header?: {
                /** @description Accepted from clients that send one; it changes nothing. */
                "Api-Version"?: string;
            };
            path: {
                /** @description The id of the collection. */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CollectionItems"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such collection of this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `limit_reached`: Limit per collection: 50,000 items. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Collections_removeItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description Accepted from clients that send one; it changes nothing. */
                "Api-Version"?: string;
            };
            path: {
                /** @description The id of the collection. */
                collectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CollectionItems"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such collection of this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Configuration_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Configuration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `limit_reached`: it dates from before the limit and is too large to be returned. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Configuration_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag; the change is refused if the object is no longer in that state. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConfiguration"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Configuration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `administrator_required`; or a portal: `portal_required`. Or `require_second_factor` or `approved_applications_only` was to be switched off without a recent login: `fresh_login_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `limit_reached`: Limit per portal: 500 configuration keys. `limit_reached`: Limit per portal: 262,144 bytes of configuration, as JSON. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Configuration_definitions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationDefinitionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ContentGroups_list: {
        parameters: {
            query?: {
                /** @description How many items to return; 0 returns only the total. */
                limit?: number;
                /** @description How many items to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentGroupPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ContentGroups_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSelection"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentGroup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `limit_reached`: Limit per portal: 1,000 content groups of its own. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ContentGroups_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the content group. */
                groupId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentGroup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such content group that this portal owns or subscribes to. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ContentGroups_remove: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag; the change is refused if the object is no longer in that state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the content group. */
                groupId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such content group of this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `too_many_items`: it has more than 10,000. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ContentGroups_rename: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag; the change is refused if the object is no longer in that state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the content group. */
                groupId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSelection"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentGroup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such content group of this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ContentGroups_add: {
        parameters: {
            query?: never;
            header?: {
                /** @description Accepted from clients that send one; it changes nothing. */
                "Api-Version"?: string;
            };
            path: {
                /** @description The id of the content group. */
                groupId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CollectionItems"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such content group of this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `limit_reached`: Limit per content group: 50,000 items. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ContentGroups_removeItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description Accepted from clients that send one; it changes nothing. */
                "Api-Version"?: string;
            };
            path: {
                /** @description The id of the content group. */
                groupId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CollectionItems"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such content group of this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Content_createLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLink"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearningObject"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `limit_reached`: Limit per portal: 20,000 learning objects created through the API that are not retired. `limit_reached`: Limit per portal and day: 10,000 learning objects created through the API, including those since retired. `limit_reached`: Limit per portal: 1,000 providers (each name sent with manual content is one). `limit_reached`: Limit per portal: 100 languages of its own objects, such as pt-br, when one is in use by no portal so far. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Content_createManual: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateManual"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearningObject"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `limit_reached`: Limit per portal: 20,000 learning objects created through the API that are not retired. `limit_reached`: Limit per portal and day: 10,000 learning objects created through the API, including those since retired. `limit_reached`: Limit per portal: 1,000 providers (each name sent with manual content is one). `limit_reached`: Limit per portal: 100 languages of its own objects, such as pt-br, when one is in use by no portal so far. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    CustomFields_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    PortalDeliveries_list: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description What the last attempt failed with. */
                error?: "address_refused" | "connection_failed" | "tls_failed" | "timeout" | "invalid_response" | "payload_unreadable" | "secret_unreadable";
                /** @description The delivery of one event. */
                event_id?: string;
                /** @description Queued at or after this time. */
                from?: number;
                /** @description How many items to return; 0 returns only the total. */
                limit?: number;
                /** @description Only deliveries in this state. */
                state?: "waiting" | "delivered" | "failed" | "dropped";
                /** @description A class of statuses such as `5xx`, or one status; of the last attempt. */
                status?: string;
                /** @description Queued at or before this time. */
                to?: number;
                /** @description An event type, or `webhook.test`. */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalDeliveryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    EnrollmentAggregates_list: {
        parameters: {
            query?: {
                /** @description How many items to return; 0 returns only the total. */
                limit?: number;
                /** @description Only these learning objects, `lo_ids[]=1&lo_ids[]=2` or `lo_ids=1,2`; without enrollments too. */
                lo_ids?: number[];
                /** @description Only learning objects with at least this many enrollments; 0: all that the portal owns or subscribes to. */
                min_enrollment_count?: number;
                /** @description How many items to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentAggregatePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    EnrollmentStatistics_list: {
        parameters: {
            query: {
                /** @description Unix seconds: a time in the first bucket. */
                from: number;
                /** @description How long a bucket is. */
                interval?: "hour" | "day";
                /** @description Where days begin: a name of the IANA database such as `Asia/Kolkata`, whole or half hours from UTC. */
                time_zone?: string;
                /** @description Unix seconds: a time in the last bucket, at most 31 days later by the hour, 400 by the day. */
                to: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentStatisticsPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Enrollments_list: {
        parameters: {
            query?: {
                /** @description true: only archived enrollments; all: these too. Their rows carry `archived_time`, `archived_by` and `archived_because`. */
                archived?: "true" | "false" | "all";
                /** @description For reading all of them, oldest change first, or in the order of `sort`: `*` for the first page, then `next_cursor`. */
                cursor?: string;
                /** @description true leaves out enrollments that belong to another one. */
                exclude_child_enrollments?: boolean;
                /** @description `lo` includes the learning object; `user` the name and e-mail address of the person, with the scope `user.read`. */
                include?: string[];
                /** @description How many items to return; 0 returns only the total. */
                limit?: number;
                /** @description One learning object id. */
                lo_id?: number;
                /** @description Comma-separated learning object ids. */
                lo_ids?: number[];
                /** @description How many items to skip. */
                offset?: number;
                /** @description true: only live enrollments that are past their due date and not completed. */
                overdue?: boolean;
                /** @description `due_date` (those without one are latest; only live ones), `status` (then by the last change), `updated_time`, with `:asc` or `:desc`. With it, pages go on with `cursor`, not with `offset`. */
                sort?: string;
                /** @description Comma-separated; matches any of them. */
                status?: components["schemas"]["EnrollmentStatus"][];
                /** @description Changed at or after this time. */
                updated?: number;
                /** @description Account id; only administrators may leave it out. */
                user_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such user in this portal, or none the caller may see. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Enrollments_create: {
        parameters: {
            query?: {
                /** @description true archives a live enrollment and creates a new one; a completion earlier than that of the live enrollment is archived itself. */
                "re-enroll"?: boolean;
            };
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEnrollment"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enrollment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such user or learning object that the caller may see. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Enrollments_get: {
        parameters: {
            query?: {
                /** @description true: only archived enrollments; all: these too. Their rows carry `archived_time`, `archived_by` and `archived_because`. */
                archived?: "true" | "false" | "all";
                /** @description `lo` includes the learning object; `user` the name and e-mail address of the person, with the scope `user.read`. */
                include?: string[];
            };
            header?: never;
            path: {
                /** @description The id of the enrollment. */
                enrollmentId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such enrollment in this portal, or none the caller may see. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Enrollments_remove: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag; the change is refused if the object is no longer in that state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the enrollment. */
                enrollmentId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such enrollment in this portal, or none the caller may see. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The enrollment has changed since the ETag in If-Match was issued. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Enrollments_update: {
        parameters: {
            query?: {
                /** @description true lets an administrator move a completed enrollment back to in-progress, which clears `end_date` and `pass`. */
                reopen?: boolean;
            };
            header?: {
                /** @description An ETag; the change is refused if the object is no longer in that state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the enrollment. */
                enrollmentId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEnrollment"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such enrollment in this portal, or none the caller may see. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_transition`: the status cannot follow the current one; a completed enrollment needs `reopen=true`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The enrollment has changed since the ETag in If-Match was issued. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Enrollments_linkGoal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Accepted from clients that send one; it changes nothing. */
                "Api-Version"?: string;
            };
            path: {
                /** @description The id of the enrollment. */
                enrollmentId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnrollmentGoal"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such enrollment in this portal, or none the caller may see. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `limit_reached`: Limit per enrollment: 100 goals. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Enrollments_award: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AwardEnrollment"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enrollment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such user or award that the caller may see. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Enrollments_export: {
        parameters: {
            query?: {
                /** @description true: only archived enrollments; all: these too. Their rows carry `archived_time`, `archived_by` and `archived_because`. */
                archived?: "true" | "false" | "all";
                /** @description false: CSV without the byte order mark, by which spreadsheets recognize UTF-8. */
                bom?: boolean;
                /** @description true leaves out enrollments that belong to another one. */
                exclude_child_enrollments?: boolean;
                /** @description One JSON object per line, or comma-separated values with a header; by default what `Accept` prefers, and NDJSON. */
                format?: "ndjson" | "csv";
                /** @description One learning object id. */
                lo_id?: number;
                /** @description Comma-separated learning object ids. */
                lo_ids?: number[];
                /** @description true: only live enrollments that are past their due date and not completed. */
                overdue?: boolean;
                /** @description Comma-separated; matches any of them. */
                status?: components["schemas"]["EnrollmentStatus"][];
                /** @description Changed at or after this time. */
                updated?: number;
                /** @description Account id; only administrators may leave it out. */
                user_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            /** @description Too many requests; `Retry-After` states how long to wait. Or three exports of the portal are in progress. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    LearningObjects_search: {
        parameters: {
            query?: {
                /** @description The id of a collection, or `default`. */
                collection?: string;
                /** @description Any of these content groups. Repeat the parameter for several; not comma-separated. */
                content_group?: number[];
                /** @description Minutes; matches any of the ranges. */
                "duration[0][max]"?: number;
                /** @description Minutes; matches any of the ranges. */
                "duration[0][min]"?: number;
                /** @description true: only with events; false: only without; `all`: both. */
                event?: "0" | "1" | "true" | "false" | "all";
                /** @description Unix time; an event ends at or before it. */
                eventEndDate?: number;
                /** @description Unix time; an event starts at or after it. */
                eventStartDate?: number;
                /** @description `instance`, `language`, `tag`, `topics`, `type`, `location`. */
                facets?: string[];
                /** @description Only these learning objects. Repeat the parameter for several; not comma-separated. */
                id?: number[];
                /** @description Every word must match; the last one may be the beginning of a word. */
                keyword?: string;
                /** @description Any of these languages. Repeat the parameter for several; not comma-separated. */
                language?: string[];
                /** @description How many hits to return, at most 50; default 20. */
                limit?: number;
                /** @description Use `language`. */
                locale?: string[];
                /** @description Two-letter country codes; an event takes place in one of these countries. */
                "location[country][]"?: string[];
                /** @description An event takes place in one of these towns. */
                "location[locality][]"?: string[];
                /** @description An event takes place at one of these addresses. */
                "location[thoroughfare][]"?: string[];
                /** @description How many items to skip. */
                offset?: number;
                /** @description Whether to include premium content. */
                premium?: boolean;
                /** @description Inclusive bound. */
                "price[max]"?: number;
                /** @description Inclusive bound. */
                "price[min]"?: number;
                /** @description Use `providers`. */
                provider?: number[];
                /** @description Provider ids, comma-separated. */
                providers?: number[];
                /** @description true: only published objects; false: only drafts, which learners do not see. */
                published?: boolean;
                /** @description Opens a scroll over the whole result that lives for one minute after each page. */
                scroll?: boolean;
                /** @description The `_scroll_id` of an earlier answer. */
                scrollId?: string;
                /** @description `created`, `popularity`, `price`, `relevance`, `title`, each with `:asc` or `:desc`. */
                sort?: string[];
                /** @description true: only what the portal has licences for; false: only the rest. */
                subscribed?: boolean;
                /** @description Any of these tags, spelled exactly. Repeat the parameter for several; not comma-separated. */
                tags?: string[];
                /** @description Any of these topics. Repeat the parameter for several; not comma-separated. */
                topics?: string[];
                /** @description Types, comma-separated; `learning_resource` stands for items outside any course or module. */
                type?: string[];
                /** @description Unix time; changed after it. */
                updatedAfter?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearningObjectPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            /** @description Too many requests; `Retry-After` states how long to wait. Or the account has 50 open scrolls, or more than its share of the client’s. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            /** @description The database is unavailable, or `server_busy`; `Retry-After` states when to retry. Or scrolling is temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    LearningObjects_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the learning object. */
                loId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearningObject"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such learning object, or none that this portal can see. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    LearningObjects_remove: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag; the change is refused if the object is no longer in that state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the learning object. */
                loId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such learning object of this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    LearningObjects_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag; the change is refused if the object is no longer in that state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the learning object. */
                loId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateLearningObject"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearningObject"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `role_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such learning object of this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `limit_reached`: the portal would have too many topics or languages. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Preview_list: {
        parameters: {
            query?: {
                /** @description Where the person is sent when finished. */
                redirect_url?: string;
            };
            header?: never;
            path: {
                /** @description The id of the learning object. */
                loId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such learning object. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_previewable`: nothing in it can be shown. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Scorm_download: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the learning object. */
                loId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. Or the portal has no licence for priced premium content: `licence_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such learning object. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_previewable`: there is nothing in it to play. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Limits_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalLimitList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Me_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    LoginLinks_ofMe: {
        parameters: {
            query?: {
                /** @description Where the person lands after signing in: a path on the portal’s domain. */
                redirect_url?: string;
            };
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `user_blocked`: the user is blocked. `limit_reached`: Limit per account and hour: 200 login links. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Onboard_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Onboard"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Onboarded"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The domain is taken: `domain_taken`; or the user exists and no token proves that it is them: `user_exists`. `limit_reached`: Limit per client and day: 200 portals created through one application. `limit_reached`: Limit per client and hour: 50 onboardings with a payment_token, whether a portal is made or not. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            /** @description The database is unavailable, or `server_busy`; `Retry-After` states when to retry. Or the payment gateway is unavailable, or too many passwords are waiting to be hashed. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    Packages_endAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    UserAccounts_list: {
        parameters: {
            query?: {
                /** @description true: only accounts that were closed; all: these too. Their rows carry `closed_time`. */
                closed?: "true" | "false" | "all";
                /** @description For reading all people, oldest change first, or in the order of `sort`: `*` for the first page, then `next_cursor`. */
                cursor?: string;
                /** @description `custom_fields[badge_no]=E-4711`: people with this value; at most three fields of the portal. */
                custom_fields?: {
                    [key: string]: string;
                };
                /** @description The whole e-mail address; case-insensitive. */
                email?: string;
                /** @description The beginning of the first name, whatever its letter case and accents. */
                first_name?: string;
                /** @description Unix seconds: people who have not signed in since then, or never and were created before. */
                last_login_before?: number;
                /** @description The beginning of the last name, whatever its letter case and accents. */
                last_name?: string;
                /** @description How many items to return; 0 returns only the total. */
                limit?: number;
                /** @description How many items to skip. */
                offset?: number;
                /** @description The beginning of the first, last or full name, whatever its accents, or of the e-mail address; case-insensitive. */
                q?: string;
                /** @description People with any of these roles. */
                roles?: components["schemas"]["Role"][];
                /** @description `created_time`, `first_name`, `last_login_time` (people who never signed in are earliest), `last_name`, with `:asc` or `:desc`. With it, pages go on with `cursor`, not with `offset`. */
                sort?: string;
                /** @description Comma-separated: `invited`, `active`, `blocked`; matches any of them. */
                state?: ("invited" | "active" | "blocked")[];
                /** @description true: only active people; false: only those who are blocked. */
                status?: boolean;
                /** @description Unix seconds; changed at or after this time. */
                updated?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    UserAccounts_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the account, as in the list of users. */
                userId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such user in this portal, or none the caller may see. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Users_list: {
        parameters: {
            query?: {
                /** @description true: only accounts that were closed; all: these too. Their rows carry `closed_time`. */
                closed?: "true" | "false" | "all";
                /** @description For reading all people, oldest change first, or in the order of `sort`: `*` for the first page, then `next_cursor`. */
                cursor?: string;
                /** @description `custom_fields[badge_no]=E-4711`: people with this value; at most three fields of the portal. */
                custom_fields?: {
                    [key: string]: string;
                };
                /** @description The whole e-mail address; case-insensitive. */
                email?: string;
                /** @description The beginning of the first name, whatever its letter case and accents. */
                first_name?: string;
                /** @description Unix seconds: people who have not signed in since then, or never and were created before. */
                last_login_before?: number;
                /** @description The beginning of the last name, whatever its letter case and accents. */
                last_name?: string;
                /** @description How many items to return; 0 returns only the total. */
                limit?: number;
                /** @description How many items to skip. */
                offset?: number;
                /** @description The beginning of the first, last or full name, whatever its accents, or of the e-mail address; case-insensitive. */
                q?: string;
                /** @description People with any of these roles. */
                roles?: components["schemas"]["Role"][];
                /** @description `created_time`, `first_name`, `last_login_time` (people who never signed in are earliest), `last_name`, with `:asc` or `:desc`. With it, pages go on with `cursor`, not with `offset`. */
                sort?: string;
                /** @description Comma-separated: `invited`, `active`, `blocked`; matches any of them. */
                state?: ("invited" | "active" | "blocked")[];
                /** @description true: only active people; false: only those who are blocked. */
                status?: boolean;
                /** @description Unix seconds; changed at or after this time. */
                updated?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Users_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUser"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description With `dry_run`: nothing changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `user_exists`: the person already has an account in this portal; `user_id` names it. `no_seat_left`: all seats of the plan are taken. `limit_reached`: Limit per portal: 500,000 open accounts of people. `limit_reached`: Limit per portal and day: 50,000 accounts created, including those since closed. `limit_reached`: Limit per person and day: 20 accounts created in one portal, including those since closed. `limit_reached`: Limit per person and day: 5 mails that requests of one portal send to one address (logins and invitations). `limit_reached`: Limit per portal and day: 10,000 mails that its requests send to all recipients. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            /** @description The database is unavailable, or `server_busy`; `Retry-After` states when to retry. Or too many passwords are waiting to be hashed. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    Users_get: {
        parameters: {
            query?: {
                /** @description true: only accounts that were closed; all: these too. Their rows carry `closed_time`. */
                closed?: "true" | "false" | "all";
            };
            header?: never;
            path: {
                /** @description The id of the account, as in the list of users. */
                userId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such user in this portal, or none the caller may see. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Users_remove: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag; the change is refused if the object is no longer in that state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the account, as in the list of users. */
                userId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `last_administrator`: the portal must keep at least one active administrator. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The user has changed since the ETag in If-Match was issued. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Users_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag; the change is refused if the object is no longer in that state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the account, as in the list of users. */
                userId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUser"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `last_administrator`: the portal must keep at least one active administrator. `no_seat_left`: all seats are taken. `user_exists`: the new address has an account here. `limit_reached`: Limit per person and day: 20 accounts created in one portal, including those since closed. `limit_reached`: Limit per person and day: 5 mails that requests of one portal send to one address (logins and invitations). `limit_reached`: Limit per portal and day: 10,000 mails that its requests send to all recipients. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The user has changed since the ETag in If-Match was issued. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Users_invite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the account, as in the list of users. */
                userId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `invitation_accepted`: the user has accepted the account. `user_blocked`: the user is blocked. `limit_reached`: Limit per person and day: 5 mails that requests of one portal send to one address (logins and invitations). `limit_reached`: Limit per portal and day: 10,000 mails that its requests send to all recipients. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    LoginLinks_ofUser: {
        parameters: {
            query?: {
                /** @description Where the person lands after signing in: a path on the portal’s domain. */
                redirect_url?: string;
            };
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the account, as in the list of users. */
                userId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `user_blocked`: the user is blocked. `limit_reached`: Limit per account and hour: 200 login links. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Users_mailPasswordLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the account, as in the list of users. */
                userId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `invitation_pending`: the user has not accepted the account. `user_blocked`: the user is blocked. `limit_reached`: Limit per portal and day: 10,000 mails that its requests send to all recipients. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Users_export: {
        parameters: {
            query?: {
                /** @description false: CSV without the byte order mark, by which spreadsheets recognize UTF-8. */
                bom?: boolean;
                /** @description true: only accounts that were closed; all: these too. Their rows carry `closed_time`. */
                closed?: "true" | "false" | "all";
                /** @description `custom_fields[badge_no]=E-4711`: people with this value; at most three fields of the portal. */
                custom_fields?: {
                    [key: string]: string;
                };
                /** @description The whole e-mail address; case-insensitive. */
                email?: string;
                /** @description The beginning of the first name, whatever its letter case and accents. */
                first_name?: string;
                /** @description One JSON object per line, or comma-separated values with a header; by default what `Accept` prefers, and NDJSON. */
                format?: "ndjson" | "csv";
                /** @description Unix seconds: people who have not signed in since then, or never and were created before. */
                last_login_before?: number;
                /** @description The beginning of the last name, whatever its letter case and accents. */
                last_name?: string;
                /** @description The beginning of the first, last or full name, whatever its accents, or of the e-mail address; case-insensitive. */
                q?: string;
                /** @description People with any of these roles. */
                roles?: components["schemas"]["Role"][];
                /** @description Comma-separated: `invited`, `active`, `blocked`; matches any of them. */
                state?: ("invited" | "active" | "blocked")[];
                /** @description true: only active people; false: only those who are blocked. */
                status?: boolean;
                /** @description Unix seconds; changed at or after this time. */
                updated?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            /** @description Too many requests; `Retry-After` states how long to wait. Or three exports of the portal are in progress. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    WebhookStatistics_list: {
        parameters: {
            query: {
                /** @description Unix seconds: a time in the first bucket. */
                from: number;
                /** @description How long a bucket is. */
                interval?: "hour" | "day";
                /** @description Where days begin: a name of the IANA database such as `Asia/Kolkata`, whole or half hours from UTC. */
                time_zone?: string;
                /** @description Unix seconds: a time in the last bucket, at most 31 days later by the hour, 400 by the day. All webhooks together have at most 2,500 buckets. */
                to: number;
                /** @description Only these webhooks; repeat the parameter for several. Ids that the portal does not have match nothing. */
                webhook_id?: number[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookStatisticsPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Webhooks_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Webhooks_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookBody"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `webhook_limit`: the portal already has five webhooks. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Webhooks_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such webhook in this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Webhooks_remove: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag; the change is refused if the object is no longer in that state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such webhook in this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The webhook has changed since the ETag in If-Match was issued. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Webhooks_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag; the change is refused if the object is no longer in that state. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookBody"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Identifies this state of the object. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such webhook in this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The webhook has changed since the ETag in If-Match was issued. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Deliveries_list: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description What the last attempt failed with. */
                error?: "address_refused" | "connection_failed" | "tls_failed" | "timeout" | "invalid_response" | "payload_unreadable" | "secret_unreadable";
                /** @description The delivery of one event. */
                event_id?: string;
                /** @description Queued at or after this time. */
                from?: number;
                /** @description How many items to return; 0 returns only the total. */
                limit?: number;
                /** @description Only deliveries in this state. */
                state?: "waiting" | "delivered" | "failed" | "dropped";
                /** @description A class of statuses such as `5xx`, or one status; of the last attempt. */
                status?: string;
                /** @description Queued at or before this time. */
                to?: number;
                /** @description An event type, or `webhook.test`. */
                type?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such webhook in this portal, or no such delivery of it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Deliveries_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the delivery, from the list of deliveries. */
                deliveryId: number;
                /** @description The id of the webhook. */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such webhook in this portal, or no such delivery of it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Deliveries_redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the delivery, from the list of deliveries. */
                deliveryId: number;
                /** @description The id of the webhook. */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such webhook in this portal, or no such delivery of it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The webhook is disabled. `limit_reached`: Limit per webhook and hour: 1,000 single redeliveries requested. `limit_reached`: Limit per webhook: 1,000 redeliveries of one delivery, including those by replay. `limit_reached`: Limit per webhook and hour: 100 test deliveries requested, including repeated ones. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Deliveries_replay: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayBody"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description With `dry_run`: nothing changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayAnswer"];
                };
            };
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such webhook in this portal, or no such delivery of it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The webhook is disabled. `limit_reached`: Limit per webhook and day: 24 replays requested. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Webhooks_rotateSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSecretBody"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such webhook in this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_key_reused`: the Idempotency-Key was used for another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Webhooks_statistics: {
        parameters: {
            query: {
                /** @description Unix seconds: a time in the first bucket. */
                from: number;
                /** @description How long a bucket is. */
                interval?: "hour" | "day";
                /** @description Where days begin: a name of the IANA database such as `Asia/Kolkata`, whole or half hours from UTC. */
                time_zone?: string;
                /** @description Unix seconds: a time in the last bucket, at most 31 days later by the hour, 400 by the day. */
                to: number;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryStatisticsPage"];
                };
            };
            /** @description A parameter is malformed or missing; `additional_errors` names it. `invalid_value` in `time_zone`: it does not exist, or is not whole or half hours from UTC in this time. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such webhook in this portal. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Deliveries_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such webhook in this portal, or no such delivery of it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `limit_reached`: Limit per webhook and hour: 100 test deliveries requested, including repeated ones. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    event_content_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the event, the same for every attempt: ignore an id that you have already processed. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: `v1,<base64>` for each valid secret; absent if there is no secret. */
                "webhook-signature"?: string;
                /** @description When this attempt was signed, in Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description `t=<unix>,v1=<hex HMAC-SHA256 of "<t>.<body>">`; absent if there is no secret. */
                "X-Webhook-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContentUpdateEvent"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried, ten times in all over two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone for good: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_enrolment_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the event, the same for every attempt: ignore an id that you have already processed. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: `v1,<base64>` for each valid secret; absent if there is no secret. */
                "webhook-signature"?: string;
                /** @description When this attempt was signed, in Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description `t=<unix>,v1=<hex HMAC-SHA256 of "<t>.<body>">`; absent if there is no secret. */
                "X-Webhook-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnrolmentCreateEvent"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried, ten times in all over two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone for good: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_enrolment_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the event, the same for every attempt: ignore an id that you have already processed. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: `v1,<base64>` for each valid secret; absent if there is no secret. */
                "webhook-signature"?: string;
                /** @description When this attempt was signed, in Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description `t=<unix>,v1=<hex HMAC-SHA256 of "<t>.<body>">`; absent if there is no secret. */
                "X-Webhook-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnrolmentDeleteEvent"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried, ten times in all over two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone for good: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_enrolment_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the event, the same for every attempt: ignore an id that you have already processed. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: `v1,<base64>` for each valid secret; absent if there is no secret. */
                "webhook-signature"?: string;
                /** @description When this attempt was signed, in Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description `t=<unix>,v1=<hex HMAC-SHA256 of "<t>.<body>">`; absent if there is no secret. */
                "X-Webhook-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnrolmentUpdateEvent"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried, ten times in all over two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone for good: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_lo_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the event, the same for every attempt: ignore an id that you have already processed. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: `v1,<base64>` for each valid secret; absent if there is no secret. */
                "webhook-signature"?: string;
                /** @description When this attempt was signed, in Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description `t=<unix>,v1=<hex HMAC-SHA256 of "<t>.<body>">`; absent if there is no secret. */
                "X-Webhook-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoCreateEvent"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried, ten times in all over two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone for good: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_lo_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the event, the same for every attempt: ignore an id that you have already processed. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: `v1,<base64>` for each valid secret; absent if there is no secret. */
                "webhook-signature"?: string;
                /** @description When this attempt was signed, in Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description `t=<unix>,v1=<hex HMAC-SHA256 of "<t>.<body>">`; absent if there is no secret. */
                "X-Webhook-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoDeleteEvent"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried, ten times in all over two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone for good: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_lo_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the event, the same for every attempt: ignore an id that you have already processed. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: `v1,<base64>` for each valid secret; absent if there is no secret. */
                "webhook-signature"?: string;
                /** @description When this attempt was signed, in Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description `t=<unix>,v1=<hex HMAC-SHA256 of "<t>.<body>">`; absent if there is no secret. */
                "X-Webhook-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoUpdateEvent"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried, ten times in all over two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone for good: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_user_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the event, the same for every attempt: ignore an id that you have already processed. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: `v1,<base64>` for each valid secret; absent if there is no secret. */
                "webhook-signature"?: string;
                /** @description When this attempt was signed, in Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description `t=<unix>,v1=<hex HMAC-SHA256 of "<t>.<body>">`; absent if there is no secret. */
                "X-Webhook-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserCreateEvent"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried, ten times in all over two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone for good: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_user_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the event, the same for every attempt: ignore an id that you have already processed. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: `v1,<base64>` for each valid secret; absent if there is no secret. */
                "webhook-signature"?: string;
                /** @description When this attempt was signed, in Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description `t=<unix>,v1=<hex HMAC-SHA256 of "<t>.<body>">`; absent if there is no secret. */
                "X-Webhook-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserDeleteEvent"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried, ten times in all over two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone for good: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_user_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the event, the same for every attempt: ignore an id that you have already processed. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: `v1,<base64>` for each valid secret; absent if there is no secret. */
                "webhook-signature"?: string;
                /** @description When this attempt was signed, in Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description `t=<unix>,v1=<hex HMAC-SHA256 of "<t>.<body>">`; absent if there is no secret. */
                "X-Webhook-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdateEvent"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried, ten times in all over two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone for good: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_webhook_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the event, the same for every attempt: ignore an id that you have already processed. */
                "webhook-id"?: string;
                /** @description Standard Webhooks: `v1,<base64>` for each valid secret; absent if there is no secret. */
                "webhook-signature"?: string;
                /** @description When this attempt was signed, in Unix seconds. */
                "webhook-timestamp"?: string;
                /** @description `t=<unix>,v1=<hex HMAC-SHA256 of "<t>.<body>">`; absent if there is no secret. */
                "X-Webhook-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried, ten times in all over two days. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone for good: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
