-- Attempts by subscription, hour and duration, which is rounded up to one of twenty limits. Deliverers add to it every few seconds.
CREATE TABLE "webhook_figure" (
    "subscription_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "attempts" INTEGER NOT NULL,
    "delivered" INTEGER NOT NULL,

    CONSTRAINT "webhook_figure_pkey" PRIMARY KEY ("subscription_id", "hour", "duration_ms")
) WITH (fillfactor = 50);
