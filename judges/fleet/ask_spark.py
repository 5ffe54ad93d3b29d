"""Runs the queries of fleet/ over files of rows in Spark's local mode; prints the answers as JSON by query.

ask_spark.py FLEET_FOLDER ROWS_FOLDER
"""

import json
import pathlib
import sys

from pyspark.sql import SparkSession

queries, rows = (pathlib.Path(each) for each in sys.argv[1:3])
spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.session.timeZone", "UTC")
    .config("spark.sql.shuffle.partitions", "4")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")
spark.read.parquet(str(rows)).createOrReplaceTempView("hitmap_all")
spark.sql((queries / "rows.sql").read_text()).createOrReplaceTempView("hitmap_rows")
answers = {}
for path in sorted(queries.glob("*.sql")):
    if path.stem != "rows":
        found = spark.sql(path.read_text()).collect()
        answers[path.stem] = [row.asDict() for row in found]
json.dump(answers, sys.stdout)
