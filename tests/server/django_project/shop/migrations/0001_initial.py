from django.conf import settings
from django.db import migrations, models
from django.db.models.deletion import CASCADE, PROTECT


class Migration(migrations.Migration):
    initial = True
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.CreateModel("Category", [
            ("id", models.BigAutoField(primary_key=True)),
            ("name", models.CharField(max_length=50))]),
        migrations.CreateModel("Product", [
            ("id", models.BigAutoField(primary_key=True)),
            ("title", models.CharField(max_length=100)),
            ("stock", models.IntegerField(default=0)),
            ("category", models.ForeignKey("shop.Category", on_delete=CASCADE))]),
        migrations.CreateModel("Line", [
            ("id", models.BigAutoField(primary_key=True)),
            ("amount", models.PositiveIntegerField(default=1)),
            ("user", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=CASCADE)),
            ("product", models.ForeignKey("shop.Product", on_delete=PROTECT))]),
    ]
