-- Days in which nothing was tried are not days of failure.
ALTER TABLE "webhook_subscription" ADD COLUMN "last_failed_at" TIMESTAMPTZ(3);
