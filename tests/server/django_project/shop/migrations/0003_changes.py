from django.db import migrations, models
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("shop", "0002_books")]
    operations = [
        migrations.AlterField("Category", "name", models.CharField(max_length=50, unique=True)),
        migrations.RenameField("Product", "title", "name"),
        migrations.AddField("Product", "price", models.DecimalField(max_digits=8, decimal_places=2, default=0)),
        migrations.AddField("Product", "tags", models.JSONField(default=dict)),
        migrations.AddField("Product", "created", models.DateTimeField(auto_now_add=True, default=timezone.now),
                            preserve_default=False),
        migrations.AddConstraint("Product", models.CheckConstraint(check=models.Q(price__gte=0), name="price_is_due")),
        migrations.AddConstraint("Product", models.UniqueConstraint(fields=["category", "name"], name="one_name")),
        migrations.AddIndex("Product", models.Index(fields=["stock"], name="by_stock")),
        migrations.AddField("Line", "note", models.TextField(null=True)),
        migrations.AlterField("Line", "note", models.TextField(default="")),
        migrations.RemoveField("Line", "note"),
        migrations.CreateModel("Draft", [
            ("id", models.BigAutoField(primary_key=True)),
            ("a", models.IntegerField()),
            ("b", models.IntegerField())]),
        migrations.AlterUniqueTogether("Draft", {("a", "b")}),
        migrations.AlterUniqueTogether("Draft", set()),
        migrations.RenameModel("Draft", "Sketch"),
        migrations.DeleteModel("Sketch"),
    ]
